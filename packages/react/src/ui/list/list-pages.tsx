import { type PageSize, Pagination, type PaginationProps, usualSizes } from '../table/pagination.tsx'
import { useListAround } from './list-context.ts'

export interface ListPlace {
  /** From 0. */
  page: number
  take: number
}

export interface ListPagesProps {
  /** In a `ListRoot` the list's, as all that is left out. */
  place?: ListPlace
  total?: number
  onChange?: (place: ListPlace) => void
  /** The `take` that means everything; left out, everything can't be chosen. */
  all?: number
  texts?: PaginationProps['texts']
  className?: string | undefined
}

/** Which part of a list is shown; nothing where the smallest page holds all. */
export function ListPages({ className, ...own }: ListPagesProps) {
  const list = useListAround()
  const place = own.place ?? list?.asked
  const texts = own.texts ?? list?.texts.pages
  const onChange = own.onChange ?? list?.change
  const { total = list?.total ?? 0, all = own.place ? undefined : list?.all } = own
  // CONST-03
  if (place === undefined || texts === undefined || onChange === undefined || total <= 25) return null
  const { page, take } = place
  const isAll = take === all
  // One that was typed into the address is a choice too.
  const sizes: PageSize[] = [...new Set(isAll ? usualSizes : [...usualSizes, take])].toSorted((a, b) => a - b)
  return (
    <Pagination
      className={className}
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
