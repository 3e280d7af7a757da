import { homeWorkTexts, type Title, type TitleJob, titleJobs } from '@kinora/core'
import { Card, ProgressBar, TitleBadge, useLink, useRead, useTexts, useUploads } from '@kinora/react'
import { useState } from 'react'
import { useHomeBatches } from './use-home-batches.ts'
import { batchHref, groupHref, titleHref, useHomeTitles } from './use-home-titles.ts'

/** Milliseconds between looks while something is on its way. */
const LIVE = 5000
const TAKE = 5

/** Titles that upload or are processed, and bulk uploads and bulk changes that run, with how far they are; nothing where nothing moves. */
export function OnItsWay() {
  const { text } = useTexts(homeWorkTexts)
  const Link = useLink()
  const [isMoving, setMoving] = useState(false)
  const refetchInterval = isMoving ? LIVE : false
  const found = useHomeTitles('underWay', { take: TAKE, refetchInterval }).data
  const running = useHomeBatches(refetchInterval).filter(({ status }) => status === 'Processing')
  const moving = found?.data.filter(({ stuck }) => stuck === null) ?? []
  const jobs = useRunningJobs(refetchInterval)
  const moves = moving.length + running.length + jobs.length > 0
  if (moves !== isMoving) setMoving(moves)
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

/** One’s own jobs on titles that run; the newest are looked at. */
function useRunningJobs(refetchInterval: number | false) {
  const { data } = useRead(titleJobs.list, { mine: true, take: TAKE, page: 1 }, { refetchInterval })
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
