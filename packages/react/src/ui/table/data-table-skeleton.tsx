import { Skeleton } from '../status/skeleton.tsx'
import { rowHeight } from './data-table-body.tsx'
import type { DataTableColumn } from './data-table-columns.ts'
import { BodyCell } from './data-table-row.tsx'
import { roles } from './table-roles.ts'

export interface DataTableSkeletonProps<Row> {
  columns: readonly DataTableColumn<Row>[]
  selectable: boolean
  acts: boolean
}

const count = 8

/** Rows of the right height while the first ones load, so that nothing jumps. */
export function DataTableSkeleton<Row>({ columns, selectable, acts }: DataTableSkeletonProps<Row>) {
  return (
    <tbody {...roles.rowgroup} aria-hidden="true" style={{ blockSize: count * rowHeight }}>
      {Array.from({ length: count }, (_, index) => (
        <tr
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
          key={index}
          {...roles.row}
          className="kn-row"
          data-first={index === 0 ? '' : undefined}
          style={{ transform: `translateY(${index * rowHeight}px)`, blockSize: rowHeight }}
        >
          {selectable ? <td {...roles.cell} className="kn-cell" data-kind="select" /> : null}
          {columns.map((column, place) => (
            <BodyCell key={column.id} column={column} first={place === 0} isCard>
              {place === 0 ? (
                <TitleSkeleton width={120 + ((index * 47) % 90)} />
              ) : (
                <Skeleton width="56%" height={12} />
              )}
            </BodyCell>
          ))}
          {acts ? <td {...roles.cell} className="kn-cell" data-kind="actions" /> : null}
        </tr>
      ))}
    </tbody>
  )
}

function TitleSkeleton({ width }: { width: number }) {
  return (
    <span className="kn-cell-title">
      <Skeleton width={64} height={36} />
      <span className="kn-cell-words" style={{ gap: 6 }}>
        <Skeleton width={width} height={12} />
        <Skeleton width={64} height={10} />
      </span>
    </span>
  )
}
