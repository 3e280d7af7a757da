import { type BatchRow, batches } from '@kinora/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { type LinkComponent, useLink } from '../ui/frame/link.tsx'
import { ListPages } from '../ui/list/list-pages.tsx'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { type BatchTexts, useBatchTexts } from './texts.ts'

export interface BatchResultsProps {
  batchId: string
  /** Looks again and again while rows may still change. */
  moving: boolean
  /** Changes with whatever becomes of the batch: there is one more look when it has come to rest. */
  stamp: string
  titleHref?: (tag: string) => string
}

/** Milliseconds between looks. */
const LIVE = 2000

/** What became of every row, page by page. */
export function BatchResults({ batchId, moving, stamp, titleHref }: BatchResultsProps) {
  const texts = useBatchTexts()
  const { pages } = useListTexts()
  const Link = useLink()
  const [place, setPlace] = useState({ page: 0, take: 50 })
  const reading = useRead(
    batches.results,
    { id: batchId, page: place.page + 1, take: place.take },
    { keepPrevious: true, refetchInterval: moving ? LIVE : false },
  )
  const { refetch } = reading
  const seen = useRef(stamp)
  useEffect(() => {
    if (seen.current !== stamp) void refetch()
    seen.current = stamp
  }, [stamp, refetch])
  const columns = useMemo(() => resultColumns(texts, { Link, titleHref }), [texts, Link, titleHref])
  const rows = reading.data?.data ?? []
  return (
    <Card title={texts.text('ui.batches.rows')} className="kn-card-dense">
      <PlainTable
        label={texts.text('ui.batches.rows')}
        rows={rows}
        rowId={row => `${row.row} ${row.externalId}`}
        columns={columns}
        empty={
          <p className="kn-plain-soft">{texts.text(moving ? 'ui.batches.reading' : 'ui.batches.noRows')}</p>
        }
      />
      <ListPages place={place} total={reading.data?.totalRecords ?? 0} onChange={setPlace} texts={pages} />
    </Card>
  )
}

const tones: Record<BatchRow['state'], BadgeTone> = {
  waiting: 'neutral',
  working: 'info',
  processing: 'info',
  published: 'positive',
  completed: 'positive',
  saved: 'positive',
  failed: 'negative',
  refused: 'negative',
}

interface Links {
  Link: LinkComponent
  titleHref: ((tag: string) => string) | undefined
}

function resultColumns({ text }: BatchTexts, { Link, titleHref }: Links): PlainColumn<BatchRow>[] {
  const named = (row: BatchRow): ReactNode => {
    const name = <bdi>{row.title === '' ? text('ui.titles.untitled') : row.title}</bdi>
    return row.tag === '' || titleHref === undefined ? name : <Link href={titleHref(row.tag)}>{name}</Link>
  }
  return [
    { id: 'row', header: text('ui.batches.columnRow'), align: 'end', cell: row => row.row },
    {
      id: 'externalId',
      header: text('ui.batches.columnExternalId'),
      cell: row => <bdi>{row.externalId}</bdi>,
    },
    { id: 'title', header: text('field.title'), cell: named },
    {
      id: 'state',
      header: text('ui.batches.columnStatus'),
      cell: row => (
        <Badge
          tone={tones[row.state]}
          progress={row.state === 'working' || row.state === 'processing' ? 'indeterminate' : undefined}
        >
          {text(`ui.batches.state.${row.state}`)}
        </Badge>
      ),
    },
    {
      id: 'problem',
      header: text('ui.batches.columnProblem'),
      wide: true,
      cell: ({ problem, next }) =>
        problem === '' ? (
          '—'
        ) : (
          <span>
            {problem}
            <span className="kn-plain-soft">{next}</span>
          </span>
        ),
    },
  ]
}
