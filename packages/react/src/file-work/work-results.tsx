import type { Endpoint, Input, Output, Page } from '@kinora/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useListTexts } from '../kernel/use-list-texts.ts'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { Switch } from '../ui/form/switch.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { ListPages } from '../ui/table/pagination.tsx'
import { type PlainColumn, PlainTable } from '../ui/table/plain-table.tsx'
import { useWorkTexts } from './texts.ts'

type RowOf<E extends Endpoint> = Output<E> extends Page<infer Row> ? Row : never

export interface WorkResultsProps<E extends Endpoint> {
  endpoint: E
  input: Omit<Input<E>, 'page' | 'take' | 'problems'>
  /** Looks again and again while rows may still change. */
  moving: boolean
  /** Changes with whatever becomes of the work: there is one more look when it has come to rest. */
  stamp: string
  columns: readonly PlainColumn<RowOf<E>>[]
  rowId: (row: RowOf<E>) => string
  /** Rows with a problem so far: where there are any, they can be asked for alone. */
  bad: number
  /** Said where there are no rows. */
  empty: ReactNode
  /** Nothing has become of any row yet: what the check says of the rows that will be left out, if there are any. */
  isNew: boolean
}

/** Milliseconds between looks. */
const LIVE = 2000

/** What became of every row, page by page; before the start, what the check found. */
export function WorkResults<E extends Endpoint>({
  endpoint,
  input,
  moving,
  stamp,
  columns,
  rowId,
  bad,
  empty,
  isNew,
}: WorkResultsProps<E>) {
  const { text } = useWorkTexts()
  const { pages } = useListTexts()
  const [place, setPlace] = useState({ page: 0, take: 50 })
  const [problems, setProblems] = useState(false)
  const asked = { ...input, problems, page: place.page + 1, take: place.take } as Input<E>
  const reading = useRead(endpoint, asked, { keepPrevious: true, refetchInterval: moving ? LIVE : false })
  const { refetch } = reading
  const seen = useRef(stamp)
  useEffect(() => {
    if (seen.current !== stamp) void refetch()
    seen.current = stamp
  }, [stamp, refetch])
  const page = reading.data as Page<RowOf<E>> | undefined
  if (isNew && !page?.totalRecords) return null
  return (
    <Card
      title={text('ui.batches.rows')}
      className="kn-card-dense"
      actions={
        !isNew && (bad > 0 || problems) ? (
          <Switch
            label={text('ui.batches.onlyProblems')}
            checked={problems}
            onChange={event => {
              setProblems(event.target.checked)
              setPlace({ ...place, page: 0 })
            }}
          />
        ) : undefined
      }
    >
      {isNew ? (
        <Banner tone="warning">{text('ui.batches.checkBad', { count: page?.totalRecords ?? 0 })}</Banner>
      ) : null}
      <PlainTable
        label={text('ui.batches.rows')}
        rows={page?.data ?? []}
        rowId={rowId}
        columns={columns}
        empty={<p className="kn-plain-soft">{problems ? text('ui.batches.noProblems') : empty}</p>}
      />
      <ListPages place={place} total={page?.totalRecords ?? 0} onChange={setPlace} texts={pages} />
    </Card>
  )
}
