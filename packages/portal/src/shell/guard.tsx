import { decideRoute, Role } from '@kinora/core'
import {
  ButtonLink,
  EmptyState,
  useActingTenant,
  useSituation,
  useTexts,
  useToasts,
  useUser,
} from '@kinora/react'
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
  const isSupport = useUser().role === Role.Support
  const tenant = useActingTenant()?.name
  // What is closed to customer support is closed by the tenant that it acts for, not by its account.
  const words =
    isSupport && tenant !== undefined
      ? text('ui.acting.noSchedule', { tenant })
      : text('error.featureUnavailable')
  useEffect(() => {
    if (notice) toasts.show({ text: words, tone: 'warning' })
  }, [notice, toasts, words])
  return <Go to={to} />
}
