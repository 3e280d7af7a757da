import {
  categories,
  channels,
  decideRoute,
  homeWorkTexts,
  providers,
  Role,
  type RouteContext,
  session,
  tenants,
  wordTexts,
} from '@kinora/core'
import {
  Badge,
  ButtonLink,
  Card,
  useActingTenant,
  useLink,
  useRead,
  useRouteContext,
  useTexts,
} from '@kinora/react'
import { ExternalLink } from 'lucide-react'
import { groupHref, useHomeTitles } from './use-home-titles.ts'

type SupplyStepId = 'provider' | 'channel' | 'tenant' | 'terms' | 'publishing'
type StepId = SupplyStepId | 'category' | 'upload' | 'complete' | 'publish' | 'batch' | 'playback'

interface Step {
  id: StepId
  href: string
  /** Undefined where it can't be known, or isn't read yet. */
  isDone: boolean | undefined
}

/** NAV-70: the first steps of a role, ticked off as they happen; each leads to where it is done. */
export function FirstSteps() {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const Link = useLink()
  const steps = useSteps()
  const known = steps.filter(({ isDone }) => isDone !== undefined)
  const done = known.filter(({ isDone }) => isDone).length
  return (
    <Card
      title={text('ui.firstSteps')}
      actions={
        known.length === 0 ? undefined : (
          <span className="portal-home-soft">{text('ui.start.progress', { done, total: known.length })}</span>
        )
      }
    >
      <ol className="portal-home-rows">
        {steps.map(({ id, href, isDone }) => (
          <li key={id} className="portal-home-row">
            <div className="portal-home-row-words">
              <Link className="portal-home-row-title" href={href}>
                {text(`ui.start.${id}`)}
              </Link>
              <p className="portal-home-soft">{text(`ui.start.${id}Text`)}</p>
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
export function HelpLink() {
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
  const page = { take: 1 }
  const found = {
    provider: useRead(providers.list, page, { enabled }).data,
    channel: useRead(channels.search, page, { enabled }).data,
    tenant: useRead(tenants.list, page, { enabled }).data,
  }
  const isDone = (id: keyof typeof found) => found[id] && found[id].totalRecords > 0
  if (!enabled) return []
  return [
    { id: 'provider', href: '/providers/add', isDone: isDone('provider') },
    { id: 'channel', href: '/channels/add', isDone: isDone('channel') },
    { id: 'tenant', href: '/tenants/generalsettings/add', isDone: isDone('tenant') },
    { id: 'terms', href: '/tenants/siteterms', isDone: undefined },
    { id: 'publishing', href: '/channels/publishing', isDone: undefined },
  ]
}

function useSteps(): Step[] {
  const routeContext = useRouteContext()
  const titles = useHomeTitles('all').data?.totalRecords
  const ready = useHomeTitles('ready').data?.totalRecords
  const published = useHomeTitles('published').data?.totalRecords
  const tenantId = useActingTenant()?.tenantId
  const isAdmin = routeContext?.role === Role.Admin
  const isTenant = routeContext?.role === Role.Tenant || routeContext?.role === Role.Support
  // An administrator's menu has no categories, and providers choose from those of the platform.
  const names = isAdmin || isTenant
  const named = useRead(categories.list, { ...(isTenant && { tenantId }), take: 1 }, { enabled: names })
  const supply = useSupplySteps(isAdmin)
  const isSome = (...counts: (number | undefined)[]) =>
    counts.includes(undefined) ? undefined : counts.some(count => count! > 0)
  const category: Step = {
    id: 'category',
    href: '/media/categories',
    isDone: isSome(named.data?.totalRecords),
  }
  const steps: Step[] = [
    ...supply,
    ...(names ? [category] : []),
    { id: 'upload', href: '/media/contentTitles/add', isDone: isSome(titles) },
    // A title that is processed may lack its details still.
    {
      id: 'complete',
      href: groupHref('all'),
      isDone: published === 0 && ready !== 0 ? undefined : isSome(published),
    },
    { id: 'publish', href: groupHref('ready'), isDone: isSome(published) },
  ]
  if (opens(routeContext, '/media/bulkUpload'))
    steps.push({ id: 'batch', href: '/media/bulkUpload', isDone: undefined })
  if (opens(routeContext, '/admin/playback'))
    steps.push({ id: 'playback', href: '/admin/playback', isDone: undefined })
  return steps
}

const opens = (routeContext: RouteContext | undefined, path: string): boolean =>
  routeContext !== undefined && decideRoute(path, routeContext)?.kind === 'open'
