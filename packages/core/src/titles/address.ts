import { TitleFilter } from './schema.ts'

/** Filters of the list of titles that its address can name, by the search’s own keys, in the order of its menu (TITLE-14, SESS-16). */
export const titleFilterIds = [
  'status',
  'stuck',
  'dueSoon',
  'categoryId',
  'classSubCategoryId',
  'channelId',
  'providerId',
  'contentType',
  'duration',
  'skill',
  'intensity',
  'equipmentId',
  'focusAreaId',
  'labelId',
  'classLanguageName',
] as const
export type TitleFilterId = (typeof titleFilterIds)[number]

const numeric: readonly string[] = ['status', 'contentType', 'intensity'] satisfies TitleFilterId[]
const switches: readonly string[] = ['stuck', 'dueSoon'] satisfies TitleFilterId[]

/** The values of a filter as the search takes them. */
export const toFilterValue = (id: string, values: readonly string[]): boolean | number[] | string[] =>
  switches.includes(id) ? values.length > 0 : numeric.includes(id) ? values.map(Number) : [...values]

const orders = ['createdDate', 'name'] as const

/** What a saved view of titles searches for, of its address: words, filters and order; what can’t be read is left out (decision 0121). */
export function toTitleSearch(address: string): TitleFilter & Partial<TitleOrder> {
  const params = new URLSearchParams(address)
  const query = params.get('q')?.trim()
  const tenant = params.get('tenant')
  const filters = titleFilterIds.flatMap(id => {
    const values = params.get(id)?.split(',').filter(Boolean) ?? []
    const value = toFilterValue(id, values)
    const isRead = values.length > 0 && TitleFilter.shape[id].safeParse(value).success
    return isRead ? [[id, value] as const] : []
  })
  const [, sort, dir] = /^(\w+)-(asc|desc)$/.exec(params.get('sort') ?? '') ?? []
  const order = orders.find(one => one === sort)
  return {
    ...Object.fromEntries(filters),
    ...(tenant && { tenant }),
    ...(query && { query }),
    ...(order && { sort: order, dir: dir as TitleOrder['dir'] }),
  } as TitleFilter & Partial<TitleOrder>
}

interface TitleOrder {
  sort: (typeof orders)[number]
  dir: 'asc' | 'desc'
}
