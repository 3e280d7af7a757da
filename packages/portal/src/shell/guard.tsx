import { decideRoute } from '@kinora/core'
import { ButtonLink, EmptyState, useSituation, useTexts, useToasts } from '@kinora/react'
import { type ReactNode, useEffect } from 'react'
import { PagePending } from '../router/page-pending.tsx'
import { usePlace } from '../router/use-navigation.ts'
import { Go, loginAddress } from './go.tsx'
import { NotFoundPage } from './not-found.tsx'

/** ROLE-18 to ROLE-22: opens, redirects or explains, as the table of routes says for this user. */
export function Guard({ children }: { children: ReactNode }) {
  const situation = useSituation()
  const place = usePlace()
  const { pathname } = place
  const { text } = useTexts()
  if (situation === undefined) return <Go to={loginAddress(place)} />
  const decision = decideRoute(pathname, situation)
  if (decision === undefined) return <NotFoundPage />
  if (decision.kind === 'wait') return <PagePending />
  if (decision.kind === 'redirect') return <Redirect to={decision.to} notice={decision.notice} />
  if (decision.kind === 'notice')
    return (
      <EmptyState
        isPage
        title={text('error.featureUnavailable')}
        actions={<ButtonLink href="/">{text('ui.goHome')}</ButtonLink>}
      />
    )
  return children
}

function Redirect({ to, notice }: { to: string; notice: boolean }) {
  const toasts = useToasts()
  const { text } = useTexts()
  useEffect(() => {
    if (notice) toasts.show({ text: text('error.featureUnavailable'), tone: 'warning' })
  }, [notice, toasts, text])
  return <Go to={to} />
}
