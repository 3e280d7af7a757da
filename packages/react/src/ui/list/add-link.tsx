import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../button.tsx'

/** Leads to the page that adds a row; nothing without one. */
export function AddLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return null
  return (
    <ButtonLink variant="primary" href={href} icon={<Plus size={16} aria-hidden="true" />}>
      {children}
    </ButtonLink>
  )
}
