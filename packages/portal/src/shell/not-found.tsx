import { ButtonLink, EmptyState, useTexts } from '@kinora/react'
import { Compass } from 'lucide-react'

/** NAV-48 */
export function NotFoundPage() {
  const { text } = useTexts()
  return (
    <EmptyState
      icon={<Compass size={20} aria-hidden="true" />}
      title={<h1 className="portal-state-title">{text('page.notFoundTitle')}</h1>}
      text={text('page.notFoundText')}
      actions={<ButtonLink href="/">{text('ui.goHome')}</ButtonLink>}
    />
  )
}
