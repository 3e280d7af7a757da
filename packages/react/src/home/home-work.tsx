import {
  type Batch,
  batches,
  canProcessAgain,
  deliveries,
  fromWireDate,
  homeWorkTexts,
  leadingStuck,
  needsNewFile,
  Role,
  type Title,
  type TitleJob,
  titleJobs,
  titles,
  titleTexts,
  toDay,
  toSourceSet,
  uploads,
  wordTexts,
} from '@kinora/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant, useKinora, useUser } from '../kernel/provider.tsx'
import { useToldRead } from '../kernel/use-events.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { QuotaCard } from '../quotas/quota-card.tsx'
import { TitleBadge } from '../titles/title-badge.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { useLink } from '../ui/frame/link.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'
import { Thumbnail } from '../ui/table/title-cell.tsx'
import { useUploads } from '../uploads/use-uploads.ts'
import { Band, Row } from './band.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { useHomeHrefs } from './home-hrefs.ts'
import { SiteChanges } from './site-changes.tsx'
import { ThisWeek } from './this-week.tsx'
import { useGroupHref, useHomeTitles } from './use-home-titles.ts'
import { useMayCall } from './use-may-call.ts'

/** What home tells of the work at hand; an account without titles gets its first steps instead. */
export function HomeWork() {
  const isNew = useHomeTitles('all').data?.totalRecords === 0
  if (isNew) return <FirstStepsCard />
  return (
    <>
      <NeedsYou />
      <OnItsWay />
      <ThisWeek />
      <SiteChanges />
      <Lately />
    </>
  )
}

/** Customer support has a quota to look at once it has chosen a tenant. */
export function HomeQuota() {
  const isSupport = useUser().role === Role.Support
  const tenant = useActingTenant()
  return <QuotaCard enabled={!isSupport || tenant !== undefined} />
}

const NEWEST = 6

/** The newest titles by their covers. */
function Lately() {
  const { text, locale } = useTexts(homeWorkTexts)
  const { baseUrl } = useKinora()
  const { title: titleHref } = useHomeHrefs()
  const Link = useLink()
  const found = useHomeTitles('all', { take: NEWEST }).data?.data ?? []
  if (found.length === 0) return null
  return (
    <Card title={text('ui.home.lately')}>
      <ul className="kn-home-covers">
        {found.map(({ tag, className, classLanguageCode, imageLink, creationDate }) => {
          const cover = imageLink && baseUrl + imageLink
          const created = fromWireDate(creationDate)
          return (
            <li key={tag}>
              <Link href={titleHref(tag)} className="kn-home-cover">
                <Thumbnail src={cover} srcSet={toSourceSet(cover)} width="100%" />
                <span lang={classLanguageCode ?? undefined} dir="auto">
                  {className || text('ui.titles.untitled')}
                </span>
              </Link>
              {created === undefined ? null : (
                <span className="kn-home-soft">{toDay(created, 'UTC', locale)}</span>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const groups = ['failed', 'stuck', 'dueSoon', 'incomplete', 'ready'] as const
/** States of an upload of this browser that wait for a person. */
const waiting = { paused: 'paused', failed: 'failed', broken: 'broken', locked: 'broken' } as const

/** What waits for this person, one row each with the one thing that helps. */
function NeedsYou() {
  const { text } = useTexts(homeWorkTexts)
  const { title: titleHref, batch } = useHomeHrefs()
  const groupHref = useGroupHref()
  const found = {
    failed: useHomeTitles('failed'),
    stuck: useHomeTitles('stuck'),
    dueSoon: useHomeTitles('dueSoon'),
    incomplete: useHomeTitles('incomplete'),
    ready: useHomeTitles('ready'),
  }
  const undelivered = useUndelivered()
  const batches = useHomeBatches()
  const refused = batches.rows.filter(hasRefusedRows)
  const failed = undelivered.data?.data ?? []
  const uploads = useUploads().items.filter(({ state }) => state.kind in waiting)
  const shown = groups.flatMap(group => {
    const { data } = found[group]
    return data === undefined || data.totalRecords === 0 ? [] : [{ group, ...data }]
  })
  return (
    <Band
      title={text('ui.home.needsYou')}
      reads={[...groups.map(group => found[group]), batches.reading, undelivered]}
      empty={text('ui.home.nothingNeeded')}
    >
      {shown.length + refused.length + uploads.length + failed.length === 0 ? null : (
        <>
          {uploads.map(({ id, tag, fileName: name, state }) => (
            <Row
              key={id}
              words={text(`ui.home.upload.${waiting[state.kind as keyof typeof waiting]}`, { name })}
              action={text('ui.home.showUpload', { name })}
              href={titleHref(tag)}
            />
          ))}
          {shown.map(({ group, data, totalRecords }) => (
            <Row
              key={group}
              words={text(`ui.home.needs.${group}`, { count: totalRecords })}
              action={text(`ui.home.show.${group}`)}
              href={groupHref(group)}
            >
              <Names titles={data} total={totalRecords} saysWhy={group === 'failed' || group === 'stuck'} />
            </Row>
          ))}
          {failed.slice(0, 1).map(({ titleTag, className: name }) => (
            <Row
              key={titleTag}
              words={text('ui.home.needs.delivery', { count: undelivered.data?.totalRecords ?? 0 })}
              action={text('ui.home.showBatch', { name })}
              href={titleHref(titleTag)}
            />
          ))}
          {refused.map(({ batchId, title: name, rows }) => (
            <Row
              key={batchId}
              words={text('ui.home.refused', { count: rows.bad, name })}
              action={text('ui.home.showBatch', { name })}
              href={batch?.(batchId)}
            />
          ))}
        </>
      )}
    </Band>
  )
}

/** C-139: what JW Player didn't take, of the acting tenant's site. */
function useUndelivered() {
  const tenantId = useActingTenant()?.tenantId
  const isSupport = useUser().role === Role.Support
  const mayCall = useMayCall()
  return useRead(
    deliveries.list,
    { status: 'failed', take: 1, page: 1, ...(tenantId !== undefined && { tenantId }) },
    { enabled: mayCall(deliveries.list) && (!isSupport || tenantId !== undefined) },
  )
}

const hasRefusedRows = ({ rows }: Batch): boolean => rows.bad > 0

interface NamesProps {
  titles: readonly Title[]
  total: number
  /** Each says what happened, and has the act that helps where that can be done from here. */
  saysWhy: boolean
}

/** The first of a group, each a link to its editor. */
function Names({ titles, total, saysWhy }: NamesProps) {
  const { title: titleHref } = useHomeHrefs()
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const Link = useLink()
  return (
    <ul className="kn-home-names">
      {titles.map(title => (
        <li key={title.tag} data-why={saysWhy ? '' : undefined}>
          <Link href={titleHref(title.tag)} lang={title.classLanguageCode ?? undefined} dir="auto">
            {title.className || text('ui.titles.untitled')}
          </Link>
          {saysWhy ? <WayOut title={title} /> : null}
        </li>
      ))}
      {total > titles.length ? <li>{text('ui.more', { count: total - titles.length })}</li> : null}
    </ul>
  )
}

/** 28.1: what happened to a title, and the one act that helps; a new file is chosen at its field of the title’s page. */
function WayOut({ title }: { title: Title }) {
  const { title: titleHref } = useHomeHrefs()
  const { text } = useTexts(titleTexts, wordTexts)
  const retry = useWrite(titles.retry)
  const encode = useWrite(titles.encodeVideo)
  const mayCall = useMayCall()
  const name = title.className || text('ui.titles.untitled')
  const wayOut = title.stuck?.wayOut
  const act = (label: string, send: () => void, isSending: boolean) => (
    <Button size="compact" aria-label={`${label}: ${name}`} loading={isSending} onClick={send}>
      {label}
    </Button>
  )
  return (
    <>
      <TitleBadge title={title} />
      {wayOut !== undefined && wayOut !== 'upload'
        ? mayCall(titles.retry) &&
          act(text(`ui.titles.wayOut.${wayOut}`), () => void retry.send({ tag: title.tag }), retry.isPending)
        : canProcessAgain(title) && mayCall(titles.encodeVideo)
          ? act(text('ui.retry'), () => void encode.send({ tag: title.tag }), encode.isPending)
          : null}
      {needsNewFile(title) && mayCall(uploads.video) ? (
        <ButtonLink
          size="compact"
          href={`${titleHref(title.tag)}#file`}
          aria-label={`${text('ui.titles.wayOut.upload')}: ${name}`}
        >
          {text('ui.titles.wayOut.upload')}
        </ButtonLink>
      ) : null}
    </>
  )
}

/** Milliseconds between polls while something is on its way, and events don’t tell of it (HOOK-05). */
const POLL_INTERVAL = 5000
const JOBS = 5

/** Titles that upload or are processed, those that are stuck in it too, as its count has them; bulk uploads and bulk changes that run, with how far they are. */
function OnItsWay() {
  const { text } = useTexts(homeWorkTexts)
  const { batch } = useHomeHrefs()
  const groupHref = useGroupHref()
  const [isInProgress, setMoving] = useState(false)
  const refetchInterval = isInProgress ? POLL_INTERVAL : false
  const titlesRead = useHomeTitles('underWay', { refetchInterval })
  const { data: found } = titlesRead
  const batches = useHomeBatches(refetchInterval)
  const running = batches.rows.filter(({ status }) => status === 'Processing')
  const underWay = found?.data ?? []
  const moving = underWay.filter(title => leadingStuck(title) === null)
  const jobs = useRunningJobs(refetchInterval)
  const moves = moving.length + running.length + jobs.rows.length > 0
  if (moves !== isInProgress) setMoving(moves)
  const reads = [titlesRead, batches.reading, jobs.reading]
  const isRead = reads.every(({ data, fetchStatus }) => data !== undefined || fetchStatus === 'idle')
  useTogether(
    isRead
      ? JSON.stringify([
          ...[found?.totalRecords, found?.data.map(stateOf)],
          ...[running.map(rowsOf), jobs.rows.map(leftOf)],
        ])
      : undefined,
  )
  const more = (found?.totalRecords ?? 0) - (found?.data.length ?? 0)
  return (
    <Band title={text('ui.home.onItsWay')} reads={reads} empty={text('ui.home.nothingMoves')}>
      {underWay.length + running.length + jobs.rows.length > 0 ? (
        <>
          {jobs.rows.map(job => (
            <Changing key={job.jobId} job={job} />
          ))}
          {running.map(({ batchId, title, rows }) => (
            <Row
              key={batchId}
              words={title}
              action={text('ui.home.showBatch', { name: title })}
              href={batch?.(batchId)}
            >
              <ProgressBar
                label={title}
                hideLabel
                value={rows.total === 0 ? undefined : (rows.done + rows.bad) / rows.total}
                detail={text('ui.home.batchRows', { done: rows.done + rows.bad, total: rows.total })}
              />
            </Row>
          ))}
          {underWay.map(title => (
            <Moving key={title.tag} title={title} />
          ))}
          {more > 0 ? (
            <Row
              words={text('ui.home.moreOnTheWay', { count: more })}
              action={text('ui.home.show.underWay')}
              href={groupHref('underWay')}
            />
          ) : null}
        </>
      ) : null}
    </Band>
  )
}

const stateOf = ({ tag, status }: Title) => [tag, status]
const rowsOf = ({ batchId, rows }: Batch) => [batchId, rows.done, rows.bad]
/** An edit moves no title from one status to another. */
const leftOf = ({ jobId, act, counts }: TitleJob) => [jobId, act === 'edit' ? 0 : counts.waiting]

/** What has moved is another number elsewhere on the page: with this band all titles are read again, so that no count is older than it. What was read first is no news. */
function useTogether(moving: string | undefined) {
  const { queries } = useKinora()
  const last = useRef(moving)
  useEffect(() => {
    const isNews = last.current !== undefined && last.current !== moving
    last.current = moving
    if (isNews) void queries.invalidateQueries({ queryKey: ['titles'] })
  }, [queries, moving])
}

/** One’s own jobs on titles that run; the newest are looked at. */
function useRunningJobs(refetchInterval: number | false) {
  const asked = { mine: true, take: JOBS, page: 1 }
  const enabled = useMayCall()(titleJobs.list)
  const reading = useToldRead(titleJobs.list, asked, { enabled, refetchInterval, toldBy: 'job title' })
  return { rows: reading.data?.data.filter(({ status }) => status === 'Running') ?? [], reading }
}

function Changing({ job: { act, counts } }: { job: TitleJob }) {
  const { page } = useHomeHrefs()
  const { text } = useTexts(homeWorkTexts)
  const done = counts.total - counts.waiting
  const name = text(`ui.home.job.${act}`)
  return (
    <Row words={name} action={text('ui.home.showJob')} href={page('titleJobs')}>
      <ProgressBar
        label={name}
        hideLabel
        value={counts.total === 0 ? undefined : done / counts.total}
        detail={text('ui.home.jobTitles', { done, total: counts.total })}
      />
    </Row>
  )
}

function Moving({ title }: { title: Title }) {
  const { title: titleHref } = useHomeHrefs()
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const upload = useUploads().forTitle(title.tag, 'video')
  const name = title.className || text('ui.titles.untitled')
  return (
    <Row
      words={name}
      lang={title.classLanguageCode ?? undefined}
      action={text('ui.openNamed', { name })}
      href={titleHref(title.tag)}
    >
      <TitleBadge title={title} upload={upload} />
    </Row>
  )
}

/** Batches that are looked at: the newest. */
const LOOKED_AT = 20

/** The newest bulk uploads, for roles that may upload. */
function useHomeBatches(refetchInterval: number | false = false) {
  const isSupport = useUser().role === Role.Support
  const tenantId = useActingTenant()?.tenantId
  const enabled = useHomeHrefs().page('batches') !== undefined
  const named = isSupport ? { tenantId } : {}
  const reading = useToldRead(
    batches.list,
    { ...named, take: LOOKED_AT, page: 1 },
    { enabled, refetchInterval, toldBy: 'batch title upload' },
  )
  return { rows: reading.data?.data ?? [], reading }
}
