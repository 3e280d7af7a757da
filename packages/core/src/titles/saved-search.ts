import { titleFilterIds, toFilterValue } from './address.ts'
import { TitleFilter } from './schema.ts'

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
