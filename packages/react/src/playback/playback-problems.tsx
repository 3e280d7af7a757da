import type { PlaybackProblem, PlaybackUpload } from '@kinora/core'
import { useMemo } from 'react'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { Card } from '../ui/form/split-form.tsx'
import { ListPages, type ListPlace } from '../ui/table/pagination.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { usePlaybackTexts } from './texts.ts'

export interface PlaybackProblemsProps {
  problems: PlaybackUpload['problems']
  place: ListPlace
  onChange: (place: ListPlace) => void
}

/** C-132: what is wrong with single records, by the line on which each begins. */
export function PlaybackProblems({ problems, place, onChange }: PlaybackProblemsProps) {
  const { text } = usePlaybackTexts()
  const { pages } = useListTexts()
  const columns = useMemo(
    (): PlainColumn<PlaybackProblem>[] => [
      {
        id: 'line',
        header: text('ui.playback.columnLine'),
        align: 'end',
        cell: ({ line }) => line.toLocaleString('en'),
      },
      {
        id: 'field',
        header: text('ui.playback.columnField'),
        cell: ({ path }) => (path === '' ? text('ui.playback.wholeRecord') : <code>{path}</code>),
      },
      {
        id: 'problem',
        header: text('ui.playback.columnProblem'),
        wide: true,
        cell: problem => <bdi>{problem.text}</bdi>,
      },
    ],
    [text],
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
