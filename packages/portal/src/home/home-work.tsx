import {
  type Batch,
  batches,
  decideRoute,
  fromWireDate,
  homeWorkTexts,
  leadingStuck,
  Role,
  type Title,
  type TitleJob,
  titleJobs,
  toDay,
  toSourceSet,
  wordTexts,
} from '@kinora/core'
import {
  ButtonLink,
  Card,
  ProgressBar,
  QuotaCard,
  Thumbnail,
  TitleBadge,
  useActingTenant,
  useKinora,
  useLink,
  useRead,
  useRouteContext,
  useTexts,
  useUploads,
  useUser,
} from '@kinora/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { FirstSteps } from './first-steps.tsx'
import { batchHref, groupHref, titleHref, useHomeTitles } from './use-home-titles.ts'

/** What home tells of the work at hand; an account without titles gets its first steps instead. */
export function HomeWork() {
  const isNew = useHomeTitles('all').data?.totalRecords === 0
  if (isNew) return <FirstSteps />
  return (
    <>
      <NeedsYou />
      <OnItsWay />
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
  const { text } = useTexts(homeWorkTexts)
  const { baseUrl } = useKinora()
  const Link = useLink()
  const found = useHomeTitles('all', { take: NEWEST }).data?.data ?? []
  if (found.length === 0) return null
  return (
    <Card title={text('ui.home.lately')}>
      <ul className="portal-home-covers">
        {found.map(({ tag, className, classLanguageCode, imageLink, creationDate }) => {
          const cover = imageLink && baseUrl + imageLink
          const created = fromWireDate(creationDate)
          return (
            <li key={tag}>
              <Link href={titleHref(tag)} className="portal-home-cover">
                <Thumbnail src={cover} srcSet={toSourceSet(cover)} width="100%" />
                <span lang={classLanguageCode ?? undefined} dir="auto">
                  {className || text('ui.titles.untitled')}
                </span>
              </Link>
              {created === undefined ? null : <span className="portal-home-soft">{toDay(created)}</span>}
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

/** What waits for this person, one row each with the one thing that helps; nothing where nothing waits. */
function NeedsYou() {
  const { text } = useTexts(homeWorkTexts)
  const titles = {
    failed: useHomeTitles('failed').data,
    stuck: useHomeTitles('stuck').data,
    dueSoon: useHomeTitles('dueSoon').data,
    incomplete: useHomeTitles('incomplete').data,
    ready: useHomeTitles('ready').data,
  }
  const refused = useHomeBatches().filter(hasRefusedRows)
  const uploads = useUploads().items.filter(({ state }) => state.kind in waiting)
  const shown = groups.filter(group => (titles[group]?.totalRecords ?? 0) > 0)
  if (shown.length + refused.length + uploads.length === 0) return null
  return (
    <Card title={text('ui.home.needsYou')}>
      <ul className="portal-home-rows">
        {uploads.map(({ id, tag, fileName: name, state }) => (
          <Row
            key={id}
            words={text(`ui.home.upload.${waiting[state.kind as keyof typeof waiting]}`, { name })}
            action={text('ui.home.showUpload', { name })}
            href={titleHref(tag)}
          />
        ))}
        {shown.map(group => (
          <Row
            key={group}
            words={text(`ui.home.needs.${group}`, { count: titles[group]!.totalRecords })}
            action={text(`ui.home.show.${group}`)}
            href={groupHref(group)}
          >
            <Names titles={titles[group]!.data} total={titles[group]!.totalRecords} />
          </Row>
        ))}
        {refused.map(({ batchId, title: name, rows }) => (
          <Row
            key={batchId}
            words={text('ui.home.refused', { count: rows.bad, name })}
            action={text('ui.home.showBatch', { name })}
            href={batchHref(batchId)}
          />
        ))}
      </ul>
    </Card>
  )
}

const hasRefusedRows = ({ rows }: Batch): boolean => rows.bad > 0

interface RowProps {
  words: string
  action: string
  href: string
  children?: ReactNode
}

function Row({ words, action, href, children }: RowProps) {
  return (
    <li className="portal-home-row">
      <div className="portal-home-row-words">
        <p className="portal-home-row-title">{words}</p>
        {children}
      </div>
      <ButtonLink size="compact" href={href}>
        {action}
      </ButtonLink>
    </li>
  )
}

interface NamesProps {
  titles: readonly { tag: string; className: string; classLanguageCode: string | null }[]
  total: number
}

/** The first of a group, each a link to its editor. */
function Names({ titles, total }: NamesProps) {
  const { text } = useTexts(homeWorkTexts, wordTexts)
  const Link = useLink()
  return (
    <ul className="portal-home-names">
      {titles.map(({ tag, className, classLanguageCode }) => (
        <li key={tag}>
          <Link href={titleHref(tag)} lang={classLanguageCode ?? undefined} dir="auto">
            {className || text('ui.titles.untitled')}
          </Link>
        </li>
      ))}
      {total > titles.length ? <li>{text('ui.more', { count: total - titles.length })}</li> : null}
    </ul>
  )
}

/** Milliseconds between polls while something is on its way. */
const POLL_INTERVAL = 5000
const JOBS = 5

/** Titles that upload or are processed, and bulk uploads and bulk changes that run, with how far they are; nothing where nothing moves. */
function OnItsWay() {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  const [isInProgress, setMoving] = useState(false)
  const refetchInterval = isInProgress ? POLL_INTERVAL : false
  const found = useHomeTitles('underWay', { refetchInterval }).data
  const running = useHomeBatches(refetchInterval).filter(({ status }) => status === 'Processing')
  const moving = found?.data.filter(title => leadingStuck(title) === null) ?? []
  const jobs = useRunningJobs(refetchInterval)
  const moves = moving.length + running.length + jobs.length > 0
  if (moves !== isInProgress) setMoving(moves)
  useTogether(
    found &&
      JSON.stringify([found.totalRecords, found.data.map(stateOf), running.map(rowsOf), jobs.map(leftOf)]),
  )
  if (!moves) return null
  const more = (found?.totalRecords ?? 0) - (found?.data.length ?? 0)
  return (
    <Card title={text('ui.home.onItsWay')}>
      <ul className="portal-home-rows">
        {jobs.map(job => (
          <Changing key={job.jobId} job={job} />
        ))}
        {running.map(({ batchId, title, rows }) => (
          <li key={batchId}>
            <Link href={batchHref(batchId)}>{title}</Link>
            <ProgressBar
              label={title}
              hideLabel
              value={rows.total === 0 ? undefined : (rows.done + rows.bad) / rows.total}
              detail={text('ui.home.batchRows', { done: rows.done + rows.bad, total: rows.total })}
            />
          </li>
        ))}
        {moving.map(title => (
          <Moving key={title.tag} title={title} />
        ))}
      </ul>
      {more > 0 ? (
        <Link href={groupHref('underWay')}>{text('ui.home.moreOnTheWay', { count: more })}</Link>
      ) : null}
    </Card>
  )
}

const stateOf = ({ tag, status }: Title) => [tag, status]
const rowsOf = ({ batchId, rows }: Batch) => [batchId, rows.done, rows.bad]
/** An edit moves no title from one status to another. */
const leftOf = ({ jobId, act, counts }: TitleJob) => [jobId, act === 'edit' ? 0 : counts.waiting]

/** What has moved is another number elsewhere on the page: with this card all titles are read again, so that no count is older than it. */
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
  const { data } = useRead(titleJobs.list, { mine: true, take: JOBS, page: 1 }, { refetchInterval })
  return data?.data.filter(({ status }) => status === 'Running') ?? []
}

function Changing({ job: { act, counts } }: { job: TitleJob }) {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  const done = counts.total - counts.waiting
  const name = text(`ui.home.job.${act}`)
  return (
    <li>
      <Link href="/media/contentTitles/jobs">{name}</Link>
      <ProgressBar
        label={name}
        hideLabel
        value={counts.total === 0 ? undefined : done / counts.total}
        detail={text('ui.home.jobTitles', { done, total: counts.total })}
      />
    </li>
  )
}

function Moving({ title }: { title: Title }) {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  const upload = useUploads().forTitle(title.tag, 'video')
  return (
    <li className="portal-home-row">
      <Link href={titleHref(title.tag)} lang={title.classLanguageCode ?? undefined} dir="auto">
        {title.className || text('ui.titles.untitled')}
      </Link>
      <TitleBadge title={title} upload={upload} />
    </li>
  )
}

/** Batches that are looked at: the newest. */
const LOOKED_AT = 20

/** The newest bulk uploads, for roles that may upload. */
function useHomeBatches(refetchInterval: number | false = false) {
  const routeContext = useRouteContext()
  const tenantId = useActingTenant()?.tenantId
  const isOpen = routeContext !== undefined && decideRoute('/media/bulkUpload', routeContext)?.kind === 'open'
  const named = routeContext?.role === Role.Support ? { tenantId } : {}
  const { data } = useRead(
    batches.list,
    { ...named, take: LOOKED_AT, page: 1 },
    { enabled: isOpen, refetchInterval },
  )
  return data?.data ?? []
}
