import { ArrowLeft } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { useLink } from '../ui/link.tsx'

/** The way back to the list. */
export function BatchBack({ listHref }: { listHref?: string }) {
  const Link = useLink()
  const { text } = useTexts()
  if (listHref === undefined) return null
  return (
    <Link className="kn-back" href={listHref}>
      <ArrowLeft className="kn-flip" size={16} aria-hidden="true" />
      {text('ui.batches.back')}
    </Link>
  )
}
