import {
  formTexts,
  type Readiness,
  type ReadinessStep,
  type ReadinessStepId,
  Role,
  readiness,
  readinessTexts,
  tenants,
  wordTexts,
} from '@kinora/core'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant, useUser } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { Checklist } from '../ui/status/checklist.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import type { TenantPlaces, TenantTabHrefs } from './tenant-tabs.tsx'

const useReadinessTexts = () => useTexts(formTexts, readinessTexts, wordTexts)

/** Where each step is done. */
const placeOf = {
  general: 'general',
  languages: 'general',
  products: 'general',
  web: 'web',
  app: 'app',
  look: 'look',
  terms: 'terms',
  channel: 'publishing',
  collection: 'collection',
} as const satisfies Record<ReadinessStepId, keyof TenantPlaces>

interface TenantReadinessProps {
  tenantId: string
  hrefs: TenantTabHrefs | undefined
}

/** What a tenant still needs before its site can go live, each with the way there: the same steps as in its guided start. */
export function TenantReadiness({ tenantId, hrefs }: TenantReadinessProps) {
  const { text } = useReadinessTexts()
  const { data, error } = useRead(readiness.view, { tenantId })
  const places = usePlaces(tenantId, hrefs)
  const title = text('ui.readiness.before')
  if (data === undefined)
    return error !== null ? null : (
      <Card title={title} aria-busy>
        <Skeleton height={96} />
      </Card>
    )
  return (
    <Card className="kn-card-dense">
      <Steps title={title} readiness={data} {...{ places, tenantId, hrefs }} />
      {data.isReady || places.start === undefined ? null : (
        <ButtonLink href={places.start}>{text('ui.readiness.open')}</ButtonLink>
      )}
    </Card>
  )
}

export interface TenantStartProps extends TenantReadinessProps {
  /** All tenants. */
  listHref?: string
}

/** 28.3: the way of a new tenant until it is live: its steps with what each is for, from the first that is missing. What is saved is what is ticked, so it goes on wherever and whenever somebody comes back. */
export function TenantStart({ tenantId, hrefs, listHref }: TenantStartProps) {
  const { text } = useReadinessTexts()
  const tenant = useRead(tenants.view, { tenantId })
  const read = useRead(readiness.view, { tenantId })
  const places = usePlaces(tenantId, hrefs)
  const next = read.data?.steps.find(
    ({ id, state }) => state === 'missing' && places[placeOf[id]] !== undefined,
  )
  const failed = [tenant, read].find(({ error, data }) => error !== null && data === undefined)
  return (
    <div className="kn-list">
      <PageHeader
        title={tenant.data ? text('ui.readiness.title', { name: tenant.data.name }) : ''}
        text={text('ui.readiness.text')}
        back={<BackLink href={listHref}>{text('ui.nav.tenants')}</BackLink>}
        actions={
          next && (
            <ButtonLink href={places[placeOf[next.id]]!} variant="primary">
              {text('ui.readiness.next', { step: text(`ui.readiness.step.${next.id}`) })}
            </ButtonLink>
          )
        }
      />
      {failed ? <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} /> : null}
      {read.data?.isReady ? <Banner tone="positive">{text('ui.readiness.ready')}</Banner> : null}
      {read.data ? (
        <Card>
          <Steps
            title={text('ui.readiness.before')}
            readiness={read.data}
            {...{ places, tenantId, hrefs }}
            whyOf={id => text(`ui.readiness.why.${id}`)}
          />
        </Card>
      ) : failed ? null : (
        <Skeleton height={240} />
      )}
    </div>
  )
}

interface StepsProps {
  title: string
  readiness: Readiness
  places: Partial<TenantPlaces>
  whyOf?: (id: ReadinessStepId) => string
  tenantId: string
  hrefs: TenantTabHrefs | undefined
}

function Steps({ title, readiness: { steps }, places, whyOf, tenantId, hrefs }: StepsProps) {
  const { text } = useReadinessTexts()
  const mail = useMailToTenant(tenantId, hrefs)
  const mailOf = ({ id, state }: ReadinessStep) =>
    state === 'missing' && places[placeOf[id]] === undefined ? mail(id) : undefined
  const asked = steps.filter(({ state }) => state !== 'off')
  const done = asked.filter(({ state }) => state === 'done').length
  const hintOf = ({ id, state, count, all }: ReadinessStep): string | undefined => {
    // That it is off is all there is to say of it.
    if (state === 'off') return undefined
    if (count !== null && all !== null) return text('ui.countOf', { count, all })
    if (state !== 'missing' || places[placeOf[id]] !== undefined) return whyOf?.(id)
    return text(mail(id) === undefined ? 'ui.readiness.bySupport' : 'ui.readiness.byMail')
  }
  return (
    <Checklist
      title={title}
      countText={text('ui.doneOf', { done, all: asked.length })}
      doneText={text('ui.done')}
      missingText={text('ui.form.missing')}
      offText={text('ui.readiness.off')}
      items={steps.map(step => ({
        id: step.id,
        label: text(`ui.readiness.step.${step.id}`),
        done: step.state === 'done',
        off: step.state === 'off',
        href: step.state === 'off' ? undefined : (places[placeOf[step.id]] ?? mailOf(step)),
        hint: hintOf(step),
      }))}
    />
  )
}

/** Where a step is another account’s, the mail that asks for it: to the tenant’s sign-in where it has one, with the address of its page. */
function useMailToTenant(tenantId: string, hrefs: TenantTabHrefs | undefined) {
  const { text } = useReadinessTexts()
  const { data } = useRead(tenants.view, { tenantId })
  return (id: ReadinessStepId): string | undefined => {
    const place = hrefs?.(tenantId)[placeOf[id]]
    if (data === undefined || place === undefined) return undefined
    const step = text(`ui.readiness.step.${id}`)
    const address = new URL(place, window.location.href).href
    const body = text('ui.readiness.mailText', { name: data.name, step, address })
    const asked = [`subject=${encodeURIComponent(step)}`, `body=${encodeURIComponent(body)}`].join('&')
    return `mailto:${encodeURIComponent(data.email ?? '')}?${asked}`
  }
}

/** The look and the collections of a site are open to customer support that acts for it, and to nobody else who manages tenants. */
function usePlaces(tenantId: string, hrefs: TenantTabHrefs | undefined): Partial<TenantPlaces> {
  const { role } = useUser()
  const acting = useActingTenant()
  const { look, collection, ...places } = hrefs?.(tenantId) ?? {}
  const isActing = role === Role.Support && acting?.tenantId === tenantId
  return isActing ? { ...places, ...(look && { look }), ...(collection && { collection }) } : places
}
