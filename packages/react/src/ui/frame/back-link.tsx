import { ArrowLeft } from 'lucide-react'
import { useLink } from './link.tsx'

/** The way back to the list, above a page's title; nothing where the host has no list. */
export function BackLink({ href, children }: { href: string | undefined; children: string }) {
  const Link = useLink()
  if (href === undefined) return null
  return (
    <Link className="kn-back" href={href}>
      <ArrowLeft className="kn-flip" size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
