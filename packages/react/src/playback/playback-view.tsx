import {
  type PlaybackProblem,
  type PlaybackStatus,
  type PlaybackUpload,
  playback,
  playbackStatus,
  toNumber,
} from '@kinora/core'
import { useMemo, useState } from 'react'
import { type Dates, useDates } from '../kernel/use-dates.ts'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import { useWrite } from '../kernel/use-write.ts'
import { FactList } from '../titles/fact-list.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { ListPages, type ListPlace } from '../ui/list/list-pages.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ErrorState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { type PlaybackTextsOf, usePlaybackTexts } from './texts.ts'

/** Milliseconds between polls of an upload whose file is still being read. */
const POLL_INTERVAL = 1500

const tones: Record<PlaybackStatus, BadgeTone> = {
  receiving: 'info',
  uploaded: 'warning',
  committed: 'positive',
  cancelled: 'neutral',
}

interface PlaybackViewProps {
  trackingId: string
  /** Shows another upload. */
  onShow: (trackingId: string) => void
}

/** PLAY-03, PLAY-04: the status of an upload, what is wrong with it by line, commit and cancel. */
export function PlaybackView({ trackingId, onShow }: PlaybackViewProps) {
  const { text, locale, error: textOf } = usePlaybackTexts()
  const { moment } = useDates()
  const [place, setPlace] = useState<ListPlace>({ page: 0, take: 25 })
  const [isReceiving, setReceiving] = useState(false)
  const reading = useRead(
    playback.view,
    { trackingId, page: place.page + 1, take: place.take },
    { keepPrevious: true, refetchInterval: isReceiving ? POLL_INTERVAL : false },
  )
  const upload = reading.data
  const receiving = upload?.status === 'receiving'
  if (receiving !== isReceiving) setReceiving(receiving)
  if (upload === undefined && reading.error !== null)
    return (
      <ErrorState
        title={text(reading.error.status === 404 ? 'title.notFound' : 'ui.failedToLoad')}
        text={reading.error.status === 404 ? text('ui.playback.notFound') : textOf(reading.error)}
        onRetry={() => void reading.refetch()}
        retryLabel={text('ui.retry')}
      />
    )
  if (upload === undefined)
    return (
      <Card aria-busy="true" aria-label={text('ui.loading')}>
        <Skeleton width="40%" />
        <Skeleton width="70%" />
      </Card>
    )
  return (
    <>
      <Card
        title={<bdi>{upload.fileName}</bdi>}
        actions={
          <Badge tone={tones[upload.status]} {...(receiving && { progress: 'indeterminate' as const })}>
            {text(`ui.playback.status.${upload.status}`)}
          </Badge>
        }
      >
        <Verdict upload={upload} />
        <FactList facts={toFacts(upload, { text, locale }, moment)} />
        {playbackStatus.can(upload.status, 'cancel') ? <PlaybackActs upload={upload} /> : null}
        {upload.repeats === null ? null : (
          <div className="kn-playback-acts">
            <Button onClick={() => onShow(upload.repeats!)}>{text('ui.playback.showRepeated')}</Button>
          </div>
        )}
      </Card>
      {upload.bad === 0 ? null : (
        <PlaybackProblems problems={upload.problems} place={place} onChange={setPlace} />
      )}
    </>
  )
}

function toFacts(
  upload: PlaybackUpload,
  { text, locale }: Pick<PlaybackTextsOf, 'text' | 'locale'>,
  moment: Dates['moment'],
) {
  const { trackingId, good, bad, uploadedDate } = upload
  return [
    {
      label: text('ui.playback.trackingId'),
      value: <code>{trackingId}</code>,
      copy: { text: trackingId, label: text('ui.playback.copyId') },
    },
    { label: text('ui.playback.uploadedOn'), value: moment(uploadedDate) },
    { label: text('ui.playback.good'), value: toNumber(good, locale) },
    { label: text('ui.playback.bad'), value: toNumber(bad, locale) },
  ]
}

function Verdict({ upload: { status, good, bad, repeats } }: { upload: PlaybackUpload }) {
  const { text } = usePlaybackTexts()
  if (status === 'cancelled') return <Banner tone="info">{text('ui.playback.dropped')}</Banner>
  if (status === 'committed' && repeats !== null)
    return <Banner tone="warning">{text('ui.playback.repeats')}</Banner>
  if (status === 'committed')
    return <Banner tone="positive">{text('ui.playback.counted', { count: good })}</Banner>
  if (status === 'receiving') return null
  if (good === 0) return <Banner tone="negative">{text('ui.playback.noGood')}</Banner>
  return (
    <>
      <Banner tone="info">{text('ui.playback.ready', { count: good })}</Banner>
      {bad > 0 ? <Banner tone="warning">{text('ui.playback.someBad', { count: bad })}</Banner> : null}
    </>
  )
}

/** PLAY-04, E-14: commit, which can't be taken back, and cancel, which drops the records; both ask first. */
function PlaybackActs({ upload }: { upload: PlaybackUpload }) {
  const { text } = usePlaybackTexts()
  const { trackingId, fileName: name, good: count } = upload
  const [asking, setAsking] = useState<'commit' | 'cancel'>()
  const commit = useWrite(playback.commit, {
    timeout: 0,
    success: ({ repeats, good }) =>
      repeats === null
        ? text('ui.playback.committed', { count: good })
        : { text: text('ui.playback.repeats'), tone: 'warning' as const },
  })
  const cancel = useWrite(playback.cancel, { timeout: 0, success: text('ui.playback.cancelled') })
  const act = async () => {
    const isDone = await (asking === 'commit' ? commit : cancel).send({ trackingId })
    if (isDone.kind !== 'busy') setAsking(undefined)
  }
  const isCommit = asking === 'commit'
  return (
    <div className="kn-playback-acts">
      {count === 0 ? null : (
        <Button variant="primary" loading={commit.isPending} onClick={() => setAsking('commit')}>
          {text('ui.playback.commit', { count })}
        </Button>
      )}
      <Button loading={cancel.isPending} onClick={() => setAsking('cancel')}>
        {text('ui.cancelUpload')}
      </Button>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void act()}
        busy={commit.isPending || cancel.isPending}
        tone={isCommit ? 'primary' : 'danger'}
        title={
          isCommit
            ? text('ui.playback.commitTitle', { count, name })
            : text('ui.playback.cancelTitle', { name })
        }
        text={text(isCommit ? 'ui.playback.commitText' : 'ui.playback.cancelText')}
        confirmLabel={isCommit ? text('ui.playback.commit', { count }) : text('ui.cancelUpload')}
        cancelLabel={text(isCommit ? 'ui.cancel' : 'ui.playback.keep')}
        closeLabel={text('ui.close')}
      />
    </div>
  )
}

interface PlaybackProblemsProps {
  problems: PlaybackUpload['problems']
  place: ListPlace
  onChange: (place: ListPlace) => void
}

/** C-132: what is wrong with single records, by the line on which each begins. */
function PlaybackProblems({ problems, place, onChange }: PlaybackProblemsProps) {
  const { text, locale } = usePlaybackTexts()
  const { pages } = useListTexts()
  const columns = useMemo(
    (): PlainColumn<PlaybackProblem>[] => [
      {
        id: 'line',
        header: text('ui.playback.columnLine'),
        align: 'end',
        cell: ({ line }) => toNumber(line, locale),
      },
      {
        id: 'field',
        header: text('ui.playback.columnField'),
        cell: ({ path }) => (path === '' ? text('ui.playback.wholeRecord') : <code>{path}</code>),
      },
      {
        id: 'problem',
        header: text('ui.problem'),
        wide: true,
        cell: problem => <bdi>{problem.text}</bdi>,
      },
    ],
    [text, locale],
  )
  return (
    <Card title={text('ui.playback.problems')} className="kn-card-dense">
      <PlainTable
        label={text('ui.playback.problems')}
        rows={problems.data}
        rowId={({ line, path }) => `${line} ${path}`}
        columns={columns}
      />
      <ListPages place={place} total={problems.totalRecords} onChange={onChange} texts={pages} />
    </Card>
  )
}
