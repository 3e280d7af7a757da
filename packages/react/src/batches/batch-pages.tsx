import { Pagination } from '../ui/table/pagination.tsx'
import { useBatchTexts } from './texts.ts'

export interface Place {
  /** From 0. */
  page: number
  /** −1 for everything. */
  take: number
}

export interface BatchPagesProps {
  place: Place
  total: number
  onChange: (place: Place) => void
  /** Without the choice of everything, for lists that may be long. */
  bounded?: boolean
}

const sizes = [25, 50, 100] as const

/** Which part of a list is shown; nothing where one page holds all. */
export function BatchPages({ place, total, onChange, bounded }: BatchPagesProps) {
  const { text } = useBatchTexts()
  const { page, take } = place
  if (total <= sizes[0]) return null
  return (
    <Pagination
      page={page}
      pageSize={take < 1 ? 'all' : take}
      total={total}
      sizes={bounded ? sizes : [...sizes, 'all']}
      onPage={next => onChange({ page: next, take })}
      onPageSize={size => onChange({ page: 0, take: size === 'all' ? -1 : size })}
      texts={{
        label: text('ui.pages.label'),
        pageSize: text('ui.pages.size'),
        all: text('ui.pages.all'),
        previous: text('ui.pages.previous'),
        next: text('ui.pages.next'),
        range: range => text('ui.pages.range', range),
      }}
    />
  )
}
