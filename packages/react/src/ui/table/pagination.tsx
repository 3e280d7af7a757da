import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classes } from '../classes.ts'
import { IconButton } from '../icon-button.tsx'
import { NativeSelect } from '../picker/native-select.tsx'

export interface PaginationProps {
  /** From 0. */
  page: number
  pageSize: PageSize
  total: number
  onPage: (page: number) => void
  onPageSize: (size: PageSize) => void
  /** The sizes offered; 25, 50, 100 and all by default. */
  sizes?: readonly PageSize[]
  texts: {
    label: string
    pageSize: string
    all: string
    previous: string
    next: string
    /** `range => '1–25 of 312'` */
    range: (range: { from: number; to: number; total: number }) => string
  }
  className?: string | undefined
}

export type PageSize = number | 'all'

export const usualSizes: readonly number[] = [25, 50, 100]

/** Which part of the list is shown, and the way to the others. */
export function Pagination({
  page,
  pageSize,
  total,
  onPage,
  onPageSize,
  sizes = [...usualSizes, 'all'],
  texts,
  className,
}: PaginationProps) {
  const size = pageSize === 'all' ? Math.max(total, 1) : pageSize
  const last = Math.max(0, Math.ceil(total / size) - 1)
  const range = { from: total === 0 ? 0 : page * size + 1, to: Math.min(total, (page + 1) * size), total }
  return (
    <nav className={classes('kn-pagination', className)} aria-label={texts.label}>
      <div className="kn-pagination-part">
        <span>{texts.pageSize}</span>
        <NativeSelect
          size="compact"
          aria-label={texts.pageSize}
          value={String(pageSize)}
          onChange={value => onPageSize(value === 'all' ? 'all' : Number(value))}
          options={sizes.map(each => ({
            value: String(each),
            label: each === 'all' ? texts.all : String(each),
          }))}
        />
      </div>
      <div className="kn-pagination-part">
        <span role="status">{texts.range(range)}</span>
        <IconButton
          label={texts.previous}
          icon={<ChevronLeft className="kn-flip" size={16} aria-hidden="true" />}
          variant="secondary"
          aria-disabled={page === 0 || undefined}
          onClick={() => page > 0 && onPage(page - 1)}
        />
        <IconButton
          label={texts.next}
          icon={<ChevronRight className="kn-flip" size={16} aria-hidden="true" />}
          variant="secondary"
          aria-disabled={page >= last || undefined}
          onClick={() => page < last && onPage(page + 1)}
        />
      </div>
    </nav>
  )
}
