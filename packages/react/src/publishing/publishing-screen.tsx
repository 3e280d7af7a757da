import { type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { useActingTenant } from '../kernel/use-acting-tenant.ts'
import { type BackPlace, useOwnPage } from '../tenants/own-page.tsx'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { StickyBar } from '../ui/frame/sticky-bar.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Combobox } from '../ui/picker/combobox.tsx'
import { ErrorState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PublishingOverview } from './publishing-overview.tsx'
import { PublishingResult } from './publishing-result.tsx'
import { PublishingTable } from './publishing-table.tsx'
import { usePublishingTexts } from './texts.ts'
import { usePublish } from './use-publish.ts'
import { type PublishingTarget, toPublications, usePublishing } from './use-publishing.ts'

const PublishingReview = lazyPart(() => import('./publishing-review.tsx'))

type Kind = PublishingTarget['kind']

export interface PublishingScreenProps {
  /** Keeps what is chosen in the host's address, as `channel` or `tenant`; in memory unless given. */
  location?: LocationAdapter
  /** What stays fixed at first; channels unless given. */
  start?: Kind
  /** C-88: from a tenant's own tabs neither another one nor the other way round can be chosen. */
  locked?: boolean
  /** The tabs of the section that it stands in. */
  tabs?: ReactNode
  /** From a tenant's own tabs: the way back to all of them. */
  back?: BackPlace | undefined
}

/** Publishes channels, both ways round: one to many tenants, or many to one (CHAN-10 to CHAN-15, TENANT-28, NAV-06, NAV-16). */
export function PublishingScreen(props: PublishingScreenProps) {
  const { location, start = 'channel', locked = false, tabs, back } = props
  const { text, error } = usePublishingTexts()
  const [target, kind, choose] = useTarget(location, start)
  const own = useOwnPage(text('ui.publishing.title'), { tenantID: target?.id, back })
  const model = usePublishing(target)
  const act = usePublish(target, model.difference)
  const chooser = useId()
  const [reviews, setReviews] = useState(false)
  const result = useRef<HTMLElement>(null)
  const failed = model.readings.find(reading => reading.error !== null && reading.data === undefined)
  const isRunning = act.job?.status === 'Running'
  const publish = async () => {
    if (!(await act.send())) return
    setReviews(false)
    model.reset()
  }
  const jobId = act.job?.jobId
  // The button that opened the dialog is off by then.
  useEffect(() => {
    if (jobId !== undefined && !reviews) result.current?.focus()
  }, [jobId, reviews])
  return (
    <div className="kn-list">
      <PageHeader {...own} text={text('ui.publishing.text')} tabs={tabs} />
      <div className="kn-list-selectors">
        {locked ? null : (
          <RadioGroup
            aria-label={text('ui.publishing.direction')}
            orientation="horizontal"
            value={kind}
            onChange={next => choose(next)}
            options={[
              { value: 'channel', label: text('ui.publishing.byChannel') },
              { value: 'tenant', label: text('ui.publishing.byTenant') },
            ]}
          />
        )}
        <Targets
          id={chooser}
          model={model}
          kind={kind}
          value={target?.id}
          locked={locked}
          onChange={id => choose(kind, id)}
        />
      </div>
      {act.job === undefined ? null : (
        <section ref={result} tabIndex={-1} aria-label={text('ui.publishing.resultTitle')}>
          <PublishingResult key={act.job.jobId} started={act.job} onClose={act.forget} />
        </section>
      )}
      {failed !== undefined ? (
        <ErrorState
          title={text('ui.failedToLoad')}
          text={failed.error ? error(failed.error) : ''}
          onRetry={() => void failed.refetch()}
          retryLabel={text('ui.retry')}
        />
      ) : target === undefined ? (
        model.channels && model.tenants ? (
          <PublishingOverview
            publications={toPublications(kind, model.channels, model.tenants)}
            onChoose={id => {
              choose(kind, id)
              // The button that was pressed goes with its table.
              document.getElementById(chooser)?.focus()
            }}
          />
        ) : (
          <Skeleton height={240} />
        )
      ) : (
        <>
          <PublishingTable
            key={`${kind} ${target.id}`}
            label={text(kind === 'channel' ? 'ui.publishing.tableTenants' : 'ui.publishing.tableChannels')}
            searchLabel={text(
              kind === 'channel' ? 'ui.publishing.searchTenants' : 'ui.publishing.searchChannels',
            )}
            rows={model.rows}
            wanted={model.wanted}
            onChange={model.setWanted}
            disabled={act.pending}
          />
          <StickyBar
            label={text('ui.publishing.title')}
            status={
              model.count === 0
                ? text('ui.publishing.noChanges')
                : text('ui.publishing.changes', { count: model.count })
            }
            actions={
              <>
                <Button disabled={model.count === 0} onClick={model.reset}>
                  {text('ui.publishing.reset')}
                </Button>
                <Button
                  variant="primary"
                  disabled={model.count === 0 || isRunning}
                  onClick={() => setReviews(true)}
                >
                  {text('ui.publishing.review')}
                </Button>
              </>
            }
          />
        </>
      )}
      {reviews && model.changes.length > 0 ? (
        <Suspense>
          <PublishingReview
            changes={model.changes}
            title={text('ui.publishing.reviewTitle')}
            confirmLabel={confirmLabel(text, model.difference)}
            busy={act.pending}
            error={act.error}
            onConfirm={() => void publish()}
            onClose={() => setReviews(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function confirmLabel(
  text: ReturnType<typeof usePublishingTexts>['text'],
  { publish, unpublish }: { publish: readonly string[]; unpublish: readonly string[] },
): string {
  if (unpublish.length === 0) return text('ui.publishing.publish', { count: publish.length })
  return publish.length === 0
    ? text('ui.publishing.unpublish', { count: unpublish.length })
    : text('ui.publishing.both')
}

/** What is chosen stands in the address, so that other pages can lead here (C-88). */
function useTarget(location: LocationAdapter | undefined, start: Kind) {
  const [params, write] = useLocationState(location)
  const kind: Kind = params.has('tenant') ? 'tenant' : params.has('channel') ? 'channel' : start
  // Customer support begins with the tenant that it acts for.
  const acting = useActingTenant()?.tenantId ?? ''
  const id = params.get(kind) || (kind === 'tenant' ? acting : '')
  const choose = (next: Kind, chosen = '') =>
    write(new URLSearchParams({ [next]: chosen }), { replace: true })
  const target = id === '' ? undefined : { kind, id }
  return [target, kind, choose] as const
}

interface TargetsProps {
  id: string
  model: Pick<ReturnType<typeof usePublishing>, 'channels' | 'tenants'>
  kind: Kind
  value: string | undefined
  locked: boolean
  onChange: (id: string) => void
}

function Targets({ id, model, kind, value, locked, onChange }: TargetsProps) {
  const { text } = usePublishingTexts()
  const isChannel = kind === 'channel'
  const options = isChannel
    ? model.channels?.map(row => ({ value: row.tag, label: row.displayName, help: row.providerName }))
    : model.tenants?.map(row => ({ value: row.tenantID, label: row.name, help: row.tenantID }))
  const name = text(isChannel ? 'ui.publishing.channel' : 'ui.publishing.tenant')
  return (
    <Combobox
      id={id}
      aria-label={name}
      prefix={name}
      value={value ?? null}
      disabled={locked}
      onChange={onChange}
      options={options ?? []}
      loading={options === undefined}
      placeholder={text(isChannel ? 'ui.publishing.chooseChannel' : 'ui.publishing.chooseTenant')}
      searchLabel={text(isChannel ? 'ui.publishing.searchChannels' : 'ui.publishing.searchTenants')}
      emptyText={text('ui.noMatch')}
    />
  )
}
