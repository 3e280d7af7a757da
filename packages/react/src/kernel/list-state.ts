import { TYPED_PAGE_SIZE_MAX } from '@kinora/core'
import type { ListState } from '../ui/list/list-model.ts'
import type { DataTableSort } from '../ui/table/data-table-columns.ts'

/** What a list can be asked for. Keep it at module scope. */
export interface ListRules<
  Filter extends string = string,
  Sort extends DataTableSort | null = DataTableSort | null,
> {
  /** Ids of the filters, which are their keys in the address. */
  filters: readonly Filter[]
  /** Ids of the columns that the server sorts by. */
  sorts: readonly NonNullable<Sort>['id'][]
  start: ListState<Filter, Sort>
  /** The `take` that means everything. */
  all: number
}

/** The list's state as address parameters: short, readable, shareable; what is as at the start is left out. */
export function toListParams<F extends string, S extends DataTableSort | null>(
  state: ListState<F, S>,
  { filters, start }: ListRules<F, S>,
): URLSearchParams {
  const params = new URLSearchParams()
  if (state.query !== '') params.set('q', state.query)
  for (const id of filters) if (state.filters[id]?.length) params.set(id, state.filters[id].join(','))
  if (state.sort !== null && toWord(state.sort) !== toWord(start.sort)) params.set('sort', toWord(state.sort))
  if (state.page > 0) params.set('page', String(state.page + 1))
  if (state.take !== start.take) params.set('take', String(state.take))
  return params
}

/** The state that an address describes; what cannot be read falls back to the start. */
export function fromListParams<F extends string, S extends DataTableSort | null>(
  params: URLSearchParams,
  { filters, sorts, start, all }: ListRules<F, S>,
): ListState<F, S> {
  const entries = filters.map(id => [id, params.get(id)?.split(',').filter(Boolean)] as const)
  const sort = sorts
    .flatMap(id => [
      { id, descending: false },
      { id, descending: true },
    ])
    .find(one => toWord(one) === params.get('sort'))
  const page = Number(params.get('page') ?? '1')
  const take = Number(params.get('take') ?? start.take)
  return {
    query: params.get('q') ?? start.query,
    filters: Object.fromEntries(entries.filter(([, values]) => values?.length)) as ListState<F, S>['filters'],
    sort: (sort as S | undefined) ?? start.sort,
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    take:
      take === all
        ? all
        : Number.isInteger(take) && take > 0
          ? Math.min(take, TYPED_PAGE_SIZE_MAX)
          : start.take,
  }
}

const toWord = (sort: DataTableSort | null): string =>
  sort === null ? '' : `${sort.id}-${sort.descending ? 'desc' : 'asc'}`
