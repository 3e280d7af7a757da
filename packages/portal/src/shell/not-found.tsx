import { ButtonLink, EmptyState, useTexts } from '@kinora/react'
import { Compass } from 'lucide-react'

/** NAV-48 */
export function NotFoundPage() {
  const { text } = useTexts()
  return (
    <EmptyState
      isPage
      icon={<Compass size={20} aria-hidden="true" />}
      title={text('page.notFoundTitle')}
      text={text('page.notFoundText')}
      actions={<ButtonLink href="/">{text('ui.goHome')}</ButtonLink>}
    />
  )
}
