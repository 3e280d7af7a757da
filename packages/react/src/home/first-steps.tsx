import {
  categories,
  channels,
  homeWorkTexts,
  providers,
  Role,
  session,
  tenants,
  wordTexts,
} from '@kinora/core'
import { ExternalLink } from 'lucide-react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useRouteContext } from '../session/use-route-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { useLink } from '../ui/frame/link.tsx'
import { Badge } from '../ui/status/badge.tsx'
import { type HomeHrefs, HomeHrefsProvider, useHomeHrefs } from './home-hrefs.ts'
import { useGroupHref, useHomeTitles } from './use-home-titles.ts'
import { useMayCall } from './use-may-call.ts'

type SupplyStepId = 'provider' | 'channel' | 'tenant' | 'terms' | 'publishing'
type StepId = SupplyStepId | 'category' | 'upload' | 'complete' | 'publish' | 'batch' | 'playback'

interface Step {
  id: StepId
  /** Where it is done; a step that the host has no page for is left out. */
  href: string | undefined
  /** Undefined where it can't be known, or isn't read yet. */
  isDone: boolean | undefined
}

export interface FirstStepsProps {
  /** Where the host shows what the steps lead to. */
  hrefs: HomeHrefs
}

/** NAV-70: the first steps of a role, ticked off as they happen; each leads to where it is done. */
export const FirstSteps = ({ hrefs }: FirstStepsProps) => (
  <HomeHrefsProvider value={hrefs}>
    <FirstStepsCard />
  </HomeHrefsProvider>
)

/** The same within home. */
export function FirstStepsCard() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const Link = useLink()
  const steps = useSteps().flatMap(step => (step.href === undefined ? [] : [{ ...step, href: step.href }]))
  if (steps.length === 0) return null
  const known = steps.filter(({ isDone }) => isDone !== undefined)
  const done = known.filter(({ isDone }) => isDone).length
  return (
    <Card
      title={text('ui.firstSteps')}
      actions={
        known.length === 0 ? undefined : (
          <span className="kn-home-soft">{text('ui.start.progress', { done, total: known.length })}</span>
        )
      }
    >
      <ol className="kn-home-rows">
        {steps.map(({ id, href, isDone }) => (
          <li key={id} className="kn-home-row">
            <div className="kn-home-row-words">
              <Link className="kn-home-row-title" href={href}>
                {text(`ui.start.${id}`)}
              </Link>
              <p className="kn-home-soft">{text(`ui.start.${id}Text`)}</p>
            </div>
            {isDone === undefined ? null : (
              <Badge tone={isDone ? 'positive' : 'neutral'}>
                {text(isDone ? 'ui.done' : 'ui.start.open')}
              </Badge>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** The link to the help centre of this platform, where it has one (KINORA_HELP_URL). */
export function HelpCentreLink() {
  const { text } = useTexts(homeWorkTexts)
  const url = useRead(session.manifest, {}).data?.helpUrl
  if (url === undefined) return null
  return (
    <ButtonLink
      href={url}
      target="_blank"
      rel="noreferrer"
      title={text('ui.start.helpText')}
      iconEnd={<ExternalLink size={16} aria-hidden="true" />}
    >
      {text('ui.start.help')}
    </ButtonLink>
  )
}

/** Whoever sets a platform up begins with where titles come from and who shows them. */
function useSupplySteps(enabled: boolean): Step[] {
  const { page } = useHomeHrefs()
  const first = { take: 1 }
  const found = {
    provider: useRead(providers.list, first, { enabled }).data,
    channel: useRead(channels.search, first, { enabled }).data,
    tenant: useRead(tenants.list, first, { enabled }).data,
  }
  const isDone = (id: keyof typeof found) => found[id] && found[id].totalRecords > 0
  if (!enabled) return []
  return [
    { id: 'provider', href: page('addProvider'), isDone: isDone('provider') },
    { id: 'channel', href: page('addChannel'), isDone: isDone('channel') },
    { id: 'tenant', href: page('addTenant'), isDone: isDone('tenant') },
    { id: 'terms', href: page('siteTerms'), isDone: undefined },
    { id: 'publishing', href: page('publishing'), isDone: undefined },
  ]
}

function useSteps(): Step[] {
  const { page } = useHomeHrefs()
  const groupHref = useGroupHref()
  const routeContext = useRouteContext()
  const titles = useHomeTitles('all').data?.totalRecords
  const ready = useHomeTitles('ready').data?.totalRecords
  const published = useHomeTitles('published').data?.totalRecords
  const tenantId = useActingTenant()?.tenantId
  const isAdmin = routeContext?.role === Role.Admin
  const isTenant = routeContext?.role === Role.Tenant || routeContext?.role === Role.Support
  // An administrator's menu has no categories, and providers choose from those of the platform.
  const names = isAdmin || isTenant
  const mayCall = useMayCall()
  const named = useRead(
    categories.list,
    { ...(isTenant && { tenantId }), take: 1 },
    { enabled: names && mayCall(categories.list) },
  )
  const supply = useSupplySteps(isAdmin)
  const isSome = (...counts: (number | undefined)[]) =>
    counts.includes(undefined) ? undefined : counts.some(count => count! > 0)
  const category: Step = {
    id: 'category',
    href: page('categories'),
    isDone: isSome(named.data?.totalRecords),
  }
  const steps: Step[] = [
    ...supply,
    ...(names ? [category] : []),
    { id: 'upload', href: page('addTitle'), isDone: isSome(titles) },
    // A title that is processed may lack its details still.
    {
      id: 'complete',
      href: groupHref('all'),
      isDone: published === 0 && ready !== 0 ? undefined : isSome(published),
    },
    { id: 'publish', href: groupHref('ready'), isDone: isSome(published) },
  ]
  steps.push(
    { id: 'batch', href: page('batches'), isDone: undefined },
    { id: 'playback', href: page('playback'), isDone: undefined },
  )
  return steps
}
