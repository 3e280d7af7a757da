import { type Output, type PlaybackDay, playback } from '@kinora/core'
import { useMemo } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { type PlaybackTextsOf, usePlaybackTexts } from './texts.ts'

type Recount = Output<typeof playback.recount>
type Difference = Recount['differences'][number]

/** Adds up all committed records anew, by title or event, tenant and day, and shows where the kept numbers differ. */
export function PlaybackRecount() {
  const { text, error: textOf } = usePlaybackTexts()
  const recount = useRecount()
  return (
    <Card
      title={text('ui.playback.recountTitle')}
      actions={
        <Button loading={recount.isFetching} onClick={() => void recount.refetch()}>
          {text('ui.playback.recount')}
        </Button>
      }
    >
      <p>{text('ui.playback.recountText')}</p>
      {recount.error === null ? null : <Banner tone="negative">{textOf(recount.error)}</Banner>}
      {/* Live before it is asked: words that come together with what is live are often not read out. */}
      <div role="status">{recount.data === undefined ? null : <Found found={recount.data} />}</div>
      {recount.data === undefined ? null : <Differences rows={recount.data.differences} />}
    </Card>
  )
}

/** Only when asked: it reads every record that was ever committed. */
const useRecount = () => useRead(playback.recount, {}, { enabled: false })

function Found({ found: { records, days, differences } }: { found: Recount }) {
  const { text } = usePlaybackTexts()
  const count = differences.length
  return (
    <Banner role="none" tone={count === 0 ? 'positive' : 'negative'}>
      {count === 0
        ? text('ui.playback.same', { total: records, count: days })
        : text('ui.playback.differ', { count })}
    </Banner>
  )
}

function Differences({ rows }: { rows: readonly Difference[] }) {
  const texts = usePlaybackTexts()
  const columns = useMemo(() => differenceColumns(texts), [texts])
  if (rows.length === 0) return null
  return (
    <PlainTable
      label={texts.text('ui.playback.differences')}
      rows={rows}
      rowId={row => Object.values(either(row)).slice(0, 4).join(' ')}
      columns={columns}
    />
  )
}

const either = ({ kept, counted }: Difference): PlaybackDay => (kept ?? counted)!

function differenceColumns({ text }: PlaybackTextsOf): PlainColumn<Difference>[] {
  const sums = (day: PlaybackDay | null) =>
    day === null
      ? text('ui.playback.nothing')
      : text('ui.playback.sums', { count: day.plays, done: day.completed, seconds: day.seconds })
  return [
    { id: 'day', header: text('ui.playback.columnDay'), cell: row => either(row).day },
    {
      id: 'tenant',
      header: text('ui.playback.columnTenant'),
      cell: row => <bdi>{either(row).tenantId}</bdi>,
    },
    {
      id: 'title',
      header: text('ui.playback.columnTitle'),
      cell: row => <bdi>{either(row).titleTag ?? either(row).eventId}</bdi>,
    },
    { id: 'kept', header: text('ui.playback.columnKept'), cell: ({ kept }) => sums(kept) },
    { id: 'counted', header: text('ui.playback.columnCounted'), cell: ({ counted }) => sums(counted) },
  ]
}
