import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import type { DirtyListener } from '../kernel/use-draft.ts'
import { type BackPlace, useOwnPage } from '../tenants/tenant-tabs.tsx'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { StickyBar } from '../ui/frame/bars.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { PlainTable } from '../ui/table/plain-table.tsx'
import { useMediaQuery } from '../ui/use-media-query.ts'
import type { PublishingPlan } from './draft.ts'
import { PublishingMatrix } from './publishing-matrix.tsx'
import { PublishingResult } from './publishing-result.tsx'
import { PublishingReview } from './publishing-review.tsx'
import { PublishingTable } from './publishing-table.tsx'
import { usePublishingTexts } from './texts.ts'
import {
  type Publications,
  type PublishingTarget,
  toPublications,
  usePublish,
  usePublishing,
} from './use-publishing.ts'

type Kind = PublishingTarget['kind']
type View = Kind | 'matrix'

/** Under which a page has no room for names beside a matrix. */
const NARROW = '(max-width: 640px)'

export interface PublishingScreenProps {
  /** Keeps what is chosen in the host's address, as `channel`, `tenant` or `matrix`; in memory unless given. */
  location?: LocationAdapter
  /** What stays fixed at first where there is no room for a matrix, or where customer support acts for a tenant; channels unless given. */
  start?: Kind
  /** C-88: from a tenant's own tabs neither another one nor the other way round can be chosen. */
  locked?: boolean
  /** The tabs of the section that it stands in. */
  tabs?: ReactNode
  /** From a tenant's own tabs: the way back to all of them. */
  back?: BackPlace | undefined
  /** Called with whether something is ticked and not published yet: the host asks before it is left behind. */
  onDirtyChange?: DirtyListener
}

/** Publishes channels: as many to as many tenants as are ticked in a matrix, one to many tenants, or many to one (CHAN-10 to CHAN-15, TENANT-28, NAV-06, NAV-16). */
export function PublishingScreen(props: PublishingScreenProps) {
  const { location, start = 'channel', locked = false, tabs, back, onDirtyChange } = props
  const { text } = usePublishingTexts()
  const isNarrow = useMediaQuery(NARROW)
  const { target, view, choose } = useTarget(location, { start, locked, isNarrow })
  const own = useOwnPage(text('ui.publishing.title'), { tenantId: target?.id, back })
  const model = usePublishing(target)
  const act = usePublish(target, model.plan.changes)
  const isDirty = model.count > 0
  useEffect(() => {
    onDirtyChange?.(isDirty)
  }, [isDirty, onDirtyChange])
  const chooser = useId()
  const [reviews, setReviews] = useState(false)
  const result = useRef<HTMLElement>(null)
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
        {locked ? null : <Views view={view} isNarrow={isNarrow} onChoose={choose} />}
        {view === 'matrix' ? null : (
          <Targets
            id={chooser}
            model={model}
            kind={view}
            value={target?.id}
            locked={locked}
            onChange={id => choose(view, id)}
          />
        )}
      </div>
      {act.job === undefined ? null : (
        <section ref={result} tabIndex={-1} aria-label={text('ui.result')}>
          <PublishingResult key={act.job.jobId} started={act.job} onClose={act.forget} />
        </section>
      )}
      <Content
        {...{ view, target, model }}
        isSending={act.pending}
        onChoose={id => {
          if (view !== 'matrix') choose(view, id)
          // The button that was pressed goes with its table.
          document.getElementById(chooser)?.focus()
        }}
      />
      {target === undefined && view !== 'matrix' && model.count === 0 ? null : (
        <ChangesBar model={model} isRunning={isRunning} onReview={() => setReviews(true)} />
      )}
      {reviews && model.count > 0 ? (
        <PublishingReview
          changes={model.plan.changes}
          title={text('ui.publishing.reviewTitle')}
          confirmLabel={confirmLabel(text, model.plan)}
          busy={act.pending}
          error={act.error}
          onConfirm={() => void publish()}
          onClose={() => setReviews(false)}
        />
      ) : null}
    </div>
  )
}

function confirmLabel(
  text: ReturnType<typeof usePublishingTexts>['text'],
  { changes, count: { publish, unpublish } }: PublishingPlan,
): string {
  if (unpublish === 0) return text('ui.publishing.publish', { count: publish })
  if (publish > 0) return text('ui.publishing.both')
  const channels = new Set(changes.flatMap(change => change.unpublish))
  return text('ui.publishing.unpublish', { count: channels.size })
}

interface ContentProps {
  view: View
  target: PublishingTarget | undefined
  model: ReturnType<typeof usePublishing>
  isSending: boolean
  /** A channel or tenant of the overview. */
  onChoose: (id: string) => void
}

/** What is published: of one target, of all as a matrix, or how much of it there is. */
function Content({ view, target, model, isSending, onChoose }: ContentProps) {
  const { text } = usePublishingTexts()
  const { channels, tenants } = model
  const failed = model.readings.find(reading => reading.error !== null && reading.data === undefined)
  if (failed !== undefined) return <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />
  if (channels === undefined || tenants === undefined) return <Skeleton height={240} />
  if (target !== undefined)
    return (
      <PublishingTable
        key={`${target.kind} ${target.id}`}
        label={text(target.kind === 'channel' ? 'ui.nav.tenants' : 'ui.nav.channels')}
        searchLabel={text(target.kind === 'channel' ? 'ui.tenant.search' : 'ui.search.channels')}
        rows={model.rows}
        onTick={model.tickRows}
        disabled={isSending}
      />
    )
  if (channels.length === 0 || tenants.length === 0)
    return <EmptyState title={text('ui.publishing.startTitle')} text={text('ui.publishing.startText')} />
  if (view === 'matrix')
    return (
      <PublishingMatrix
        channels={channels}
        tenants={tenants}
        plan={model.plan}
        onTick={model.tick}
        disabled={isSending}
      />
    )
  return <PublishingOverview publications={toPublications(view, channels, tenants)} onChoose={onChoose} />
}

interface ViewsProps {
  view: View
  isNarrow: boolean
  onChoose: (view: View) => void
}

/** What stands down, or both ways round; a phone has no room for both. */
function Views({ view, isNarrow, onChoose }: ViewsProps) {
  const { text } = usePublishingTexts()
  return (
    <RadioGroup
      aria-label={text('ui.publish')}
      orientation="horizontal"
      value={view}
      onChange={next => onChoose(next)}
      options={[
        ...(isNarrow ? [] : [{ value: 'matrix', label: text('ui.publishing.byMatrix') } as const]),
        { value: 'channel', label: text('ui.publishing.byChannel') },
        { value: 'tenant', label: text('ui.publishing.byTenant') },
      ]}
    />
  )
}

interface ChangesBarProps {
  model: Pick<ReturnType<typeof usePublishing>, 'count' | 'reset'>
  isRunning: boolean
  onReview: () => void
}

/** How much is ticked otherwise than it is, with the way back and on. */
function ChangesBar({ model: { count, reset }, isRunning, onReview }: ChangesBarProps) {
  const { text } = usePublishingTexts()
  return (
    <StickyBar
      label={text('ui.publishing.title')}
      status={count === 0 ? text('ui.noChanges') : text('ui.publishing.changes', { count })}
      actions={
        <>
          <Button disabled={count === 0} onClick={reset}>
            {text('ui.publishing.reset')}
          </Button>
          <Button variant="primary" disabled={count === 0 || isRunning} onClick={onReview}>
            {text('ui.publishing.review')}
          </Button>
        </>
      }
    />
  )
}

interface Start {
  start: Kind
  locked: boolean
  isNarrow: boolean
}

/** What is chosen is kept in the URL, so that other pages can lead here (C-88); where nothing is, the matrix stands, which a phone has no room for. */
function useTarget(location: LocationAdapter | undefined, { start, locked, isNarrow }: Start) {
  const [params, write] = useLocationState(location)
  // Customer support begins with the tenant that it acts for.
  const acting = useActingTenant()?.tenantId ?? ''
  const asked = (['tenant', 'channel', 'matrix'] as const).find(each => params.has(each))
  const isOne = locked || isNarrow || (start === 'tenant' && acting !== '')
  const chosen = asked ?? (isOne ? start : 'matrix')
  const view: View = chosen === 'matrix' && isNarrow ? start : chosen
  const id = view === 'matrix' ? '' : params.get(view) || (view === 'tenant' ? acting : '')
  const choose = (next: View, id = '') => write(new URLSearchParams({ [next]: id }), { replace: true })
  const target: PublishingTarget | undefined = view === 'matrix' || id === '' ? undefined : { kind: view, id }
  return { target, view, choose }
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
    : model.tenants?.map(row => ({ value: row.tenantId, label: row.name, help: row.tenantId }))
  const name = text(isChannel ? 'field.channelId' : 'field.tenant')
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
      placeholder={text(isChannel ? 'ui.choose.channel' : 'ui.tenant.choose')}
      searchLabel={text(isChannel ? 'ui.search.channels' : 'ui.tenant.search')}
      emptyText={text('ui.noMatch')}
    />
  )
}

interface PublishingOverviewProps {
  publications: Publications
  /** Chooses the channel or tenant of a row. */
  onChoose: (id: string) => void
}

/** On how many sites each channel is, or how many channels each tenant has; a name leads to them. */
function PublishingOverview({ publications, onChoose }: PublishingOverviewProps) {
  const { text } = usePublishingTexts()
  const { kind, down, across } = publications
  return (
    <>
      <p className="kn-page-text">{text('ui.publishing.overviewText')}</p>
      <PlainTable
        label={text('ui.publishing.overview')}
        rows={down}
        rowId={({ id }) => id}
        columns={[
          {
            id: 'name',
            header: text(kind === 'channel' ? 'field.channelId' : 'field.tenant'),
            cell: ({ id, name }) => (
              <button type="button" className="kn-cell-action" onClick={() => onChoose(id)}>
                <bdi>{name}</bdi>
              </button>
            ),
          },
          {
            id: 'count',
            header: text(kind === 'channel' ? 'ui.publishing.overviewTo' : 'ui.publishing.overviewOf'),
            align: 'end',
            cell: ({ count }) => text('ui.countOf', { count, all: across }),
          },
        ]}
      />
    </>
  )
}
