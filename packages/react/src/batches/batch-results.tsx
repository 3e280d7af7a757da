import { type BatchRow, batches } from '@kinora/core'
import { type ReactNode, useMemo } from 'react'
import { WorkResults } from '../file-work/work-results.tsx'
import { type LinkComponent, useLink } from '../ui/frame/link.tsx'
import { Badge, type BadgeTone } from '../ui/status/badge.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { type BatchTexts, useBatchTexts } from './texts.ts'

export interface BatchResultsProps {
  batchId: string
  isNew: boolean
  moving: boolean
  stamp: string
  /** Rows with a problem so far. */
  bad: number
  titleHref?: (tag: string) => string
}

const rowId = (row: BatchRow) => `${row.row} ${row.externalId}`

/** What became of every row of a batch, with the titles that came of them. */
export function BatchResults({ batchId, isNew, moving, stamp, bad, titleHref }: BatchResultsProps) {
  const texts = useBatchTexts()
  const Link = useLink()
  const columns = useMemo(() => resultColumns(texts, { Link, titleHref }), [texts, Link, titleHref])
  return (
    <WorkResults
      endpoint={batches.results}
      input={{ id: batchId }}
      {...{ isNew, moving, stamp, bad, columns, rowId }}
      empty={texts.text(moving ? 'ui.batches.reading' : 'ui.batches.noRows')}
    />
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
