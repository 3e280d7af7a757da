import { type PageSize, Pagination, type PaginationProps } from '../table/pagination.tsx'

export interface ListPlace {
  /** From 0. */
  page: number
  take: number
}

export interface ListPagesProps {
  place: ListPlace
  total: number
  onChange: (place: ListPlace) => void
  /** The `take` that means everything; left out, everything can't be chosen. */
  all?: number
  texts: PaginationProps['texts']
}

const usualSizes: readonly number[] = [25, 50, 100]

/** Which part of a list is shown; nothing where the smallest page holds all (CONST-03). */
export function ListPages({ place: { page, take }, total, onChange, all, texts }: ListPagesProps) {
  if (total <= 25) return null
  const isAll = take === all
  // One that was typed into the address is a choice too.
  const sizes: PageSize[] = [...new Set(isAll ? usualSizes : [...usualSizes, take])].toSorted((a, b) => a - b)
  return (
    <Pagination
      page={page}
      pageSize={isAll ? 'all' : take}
      total={total}
      sizes={all === undefined ? sizes : [...sizes, 'all']}
      onPage={next => onChange({ page: next, take })}
      onPageSize={size => onChange({ page: 0, take: size === 'all' ? (all ?? take) : size })}
      texts={texts}
    />
  )
}
