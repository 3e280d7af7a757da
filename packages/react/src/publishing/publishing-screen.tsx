import { type PublishingJob, publishing } from '@kinora/core'
import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { type LocationAdapter, useLocationState } from '../kernel/location.ts'
import { useActingTenant } from '../kernel/provider.tsx'
import { useInvalidate, useRead } from '../kernel/use-read.ts'
import { type BackPlace, useOwnPage } from '../tenants/tenant-tabs.tsx'
import { Button } from '../ui/button.tsx'
import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { StickyBar } from '../ui/frame/bars.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { toSentences } from './effect-words.ts'
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

export interface PublishingScreenProps {
  /** Keeps what is chosen in the host's address, as `channel` or `tenant`; in memory unless given. */
  location?: LocationAdapter
  /** What stays fixed at first; channels unless given. */
  start?: Kind
  /** C-88: from a tenant's own tabs neither another one nor the other way round can be chosen. */
  locked?: boolean
  /** The tabs of its section. */
  tabs?: ReactNode
  /** From a tenant's own tabs: the way back to all of them. */
  back?: BackPlace | undefined
}

/** Publishes channels, both ways round: one to many tenants, or many to one (CHAN-10 to CHAN-15, TENANT-28, NAV-06, NAV-16). */
export function PublishingScreen(props: PublishingScreenProps) {
  const { location, start = 'channel', locked = false, tabs, back } = props
  const { text } = usePublishingTexts()
  const [target, kind, choose] = useTarget(location, start)
  const own = useOwnPage(text('ui.publishing.title'), { tenantId: target?.id, back })
  const model = usePublishing(target)
  const act = usePublish(target, model.difference)
  const chooser = useId()
  const [reviews, setReviews] = useState(false)
  const result = useRef<HTMLElement>(null)
  const failed = model.readings.find(reading => reading.error !== null && reading.data === undefined)
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
      <Targets id={chooser} model={model} kind={kind} value={target?.id} locked={locked} onChoose={choose} />
      {act.job === undefined ? null : (
        <section ref={result} tabIndex={-1} aria-label={text('ui.result')}>
          <PublishingResult key={act.job.jobId} started={act.job} onClose={act.forget} />
        </section>
      )}
      {failed !== undefined ? (
        <LoadFailed error={failed.error} onRetry={() => void failed.refetch()} />
      ) : target !== undefined ? (
        <Selection {...{ model, act, target }} onReview={() => setReviews(true)} />
      ) : model.channels && model.tenants ? (
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
      )}
      {reviews && model.changes.length > 0 ? (
        <PublishingReview
          changes={model.changes}
          title={text('ui.publishing.reviewTitle')}
          confirmLabel={confirmLabel(text, model.difference)}
          busy={act.pending}
          error={act.error}
          onConfirm={() => void publish()}
          onClose={() => setReviews(false)}
        />
      ) : null}
    </div>
  )
}

interface SelectionProps {
  model: ReturnType<typeof usePublishing>
  act: ReturnType<typeof usePublish>
  target: NonNullable<Parameters<typeof usePublishing>[0]>
  onReview: () => void
}

/** What the target is published to, to be changed, and the bar that counts the changes. */
function Selection({ model, act, target: { kind, id }, onReview }: SelectionProps) {
  const { text } = usePublishingTexts()
  const isUnchanged = model.count === 0
  return (
    <>
      <PublishingTable
        key={`${kind} ${id}`}
        label={text(kind === 'channel' ? 'ui.nav.tenants' : 'ui.nav.channels')}
        searchLabel={text(kind === 'channel' ? 'ui.tenant.search' : 'ui.search.channels')}
        rows={model.rows}
        wanted={model.wanted}
        onChange={model.setWanted}
        disabled={act.pending}
      />
      <StickyBar
        label={text('ui.publishing.title')}
        status={isUnchanged ? text('ui.noChanges') : text('ui.publishing.changes', { count: model.count })}
        actions={
          <>
            <Button disabled={isUnchanged} onClick={model.reset}>
              {text('ui.publishing.reset')}
            </Button>
            <Button
              variant="primary"
              disabled={isUnchanged || act.job?.status === 'Running'}
              onClick={onReview}
            >
              {text('ui.publishing.review')}
            </Button>
          </>
        }
      />
    </>
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

/** What is chosen is kept in the URL, so that other pages can lead here (C-88). */
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
  onChoose: (kind: Kind, id?: string) => void
}

/** Which way round channels are published, and the channel or tenant that is. */
function Targets({ id, model, kind, value, locked, onChoose }: TargetsProps) {
  const { text } = usePublishingTexts()
  const isChannel = kind === 'channel'
  const options = isChannel
    ? model.channels?.map(row => ({ value: row.tag, label: row.displayName, help: row.providerName }))
    : model.tenants?.map(row => ({ value: row.tenantId, label: row.name, help: row.tenantId }))
  const name = text(isChannel ? 'field.channelId' : 'field.tenant')
  return (
    <div className="kn-list-selectors">
      {locked ? null : (
        <RadioGroup
          aria-label={text('ui.publish')}
          orientation="horizontal"
          value={kind}
          onChange={next => onChoose(next)}
          options={[
            { value: 'channel', label: text('ui.publishing.byChannel') },
            { value: 'tenant', label: text('ui.publishing.byTenant') },
          ]}
        />
      )}
      <Combobox
        id={id}
        aria-label={name}
        prefix={name}
        value={value ?? null}
        disabled={locked}
        onChange={chosen => onChoose(kind, chosen)}
        options={options ?? []}
        loading={options === undefined}
        placeholder={text(isChannel ? 'ui.choose.channel' : 'ui.tenant.choose')}
        searchLabel={text(isChannel ? 'ui.search.channels' : 'ui.tenant.search')}
        emptyText={text('ui.noMatch')}
      />
    </div>
  )
}

interface PublishingOverviewProps {
  publications: Publications
  /** Chooses the channel or tenant of a row. */
  onChoose: (id: string) => void
}

/** Names beside each other that a page has room for; of more only the count is shown. */
const MOST = 8

/** What is published where before anything is chosen: a matrix where few stand across, else counts. */
function PublishingOverview({ publications, onChoose }: PublishingOverviewProps) {
  const { text } = usePublishingTexts()
  const { kind, down, across } = publications
  type Row = Publications['down'][number]
  const counted: PlainColumn<Row> = {
    id: 'count',
    header: text(kind === 'channel' ? 'ui.publishing.overviewTo' : 'ui.publishing.overviewOf'),
    align: 'end',
    cell: ({ at }) => text('ui.countOf', { count: at.size, all: across.length }),
  }
  const matrix = across.map(
    ({ id, name }): PlainColumn<Row> => ({
      id,
      header: name,
      cell: ({ at }) => <Mark isPublished={at.has(id)} />,
    }),
  )
  if (down.length === 0 || across.length === 0)
    return <EmptyState title={text('ui.publishing.startTitle')} text={text('ui.publishing.startText')} />
  return (
    <>
      <p className="kn-page-text">{text('ui.publishing.overviewText')}</p>
      <PlainTable
        label={text('ui.publishing.overview')}
        className="kn-publications"
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
          ...(across.length <= MOST ? matrix : [counted]),
        ]}
      />
    </>
  )
}

function Mark({ isPublished }: { isPublished: boolean }) {
  const { text } = usePublishingTexts()
  if (!isPublished)
    return (
      <>
        <span className="kn-publication-none" aria-hidden="true">
          —
        </span>
        <VisuallyHidden>{text('ui.publishing.unpublished')}</VisuallyHidden>
      </>
    )
  return (
    <>
      <Check className="kn-publication" size={16} aria-hidden="true" />
      <VisuallyHidden>{text('ui.publishing.published')}</VisuallyHidden>
    </>
  )
}

/** Milliseconds between polls of a job that runs. */
const POLL_INTERVAL = 1000

/** Sentences that are said at once; of more tenants only how many. */
const TOLD = 3

/** How far publishing is, and what it did; it stays until it is closed. */
function PublishingResult({ started, onClose }: { started: PublishingJob; onClose: () => void }) {
  const texts = usePublishingTexts()
  const { text } = texts
  const isOver = started.status !== 'Running'
  const read = useRead(
    publishing.view,
    { jobId: started.jobId },
    { enabled: !isOver, refetchInterval: POLL_INTERVAL },
  )
  const job = read.data ?? started
  useInvalidateAtEnd(job.status)
  const said = useEndAnnouncement(job)
  const { total, done, refused } = job.counts
  const titles = job.results.reduce((sum, { arriving, leaving }) => sum + arriving + leaving, 0)
  const failed = job.results.filter(({ outcome }) => outcome === 'refused')
  return (
    <Card
      title={text('ui.result')}
      actions={
        <IconButton label={text('ui.close')} icon={<X size={16} aria-hidden="true" />} onClick={onClose} />
      }
    >
      {job.status === 'Running' ? (
        <ProgressBar
          label={text('ui.publishing.running', { done: done + refused, total })}
          value={(done + refused) / Math.max(1, total)}
          detail={titles === 0 ? undefined : text('ui.publishing.soFar', { count: titles })}
        />
      ) : null}
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {job.problem === '' ? null : <Banner tone="negative">{job.problem}</Banner>}
      {failed.length === 0 ? null : (
        <Banner tone="negative" title={text('ui.publishing.failed', { count: failed.length })}>
          {failed.map(({ tenantName, problem }) => `${tenantName}: ${problem}`).join(' ')}
        </Banner>
      )}
      <ul className="kn-effects">
        {job.results
          .filter(({ outcome }) => outcome === 'done')
          .map(result => (
            <li key={result.tenantId ?? ''}>{toSentences(texts, result).join(' ')}</li>
          ))}
      </ul>
    </Card>
  )
}

/** What came of it, in a live region for screen readers: empty until it has ended, so that it is heard. */
function useEndAnnouncement({ status, results, problem, counts }: PublishingJob): string {
  const texts = usePublishingTexts()
  const [said, say] = useState('')
  const done = results.filter(({ outcome }) => outcome === 'done')
  const words = [
    ...(problem === '' ? [] : [problem]),
    ...(counts.refused === 0 ? [] : [texts.text('ui.publishing.failed', { count: counts.refused })]),
    ...(done.length > TOLD
      ? [texts.text('ui.publishing.running', { done: done.length, total: counts.total })]
      : done.map(result => toSentences(texts, result).join(' '))),
  ].join('. ')
  useEffect(() => {
    if (status !== 'Running') say(words)
  }, [status, words])
  return said
}

/** Invalidates what a job has changed once it has ended. */
function useInvalidateAtEnd(status: PublishingJob['status']): void {
  const invalidate = useInvalidate()
  const seen = useRef(status)
  useEffect(() => {
    const before = seen.current
    seen.current = status
    if (before === 'Running' && status !== 'Running') void invalidate(['channels', 'titles', 'favourites'])
  }, [status, invalidate])
}
