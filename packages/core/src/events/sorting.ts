/** EVENT-24, C-39: the order of a list by the index of the column that was chosen. */
export interface EventOrder {
  key: 'created_date' | 'next_occurrence_time'
  dir: 'asc' | 'desc'
}

/** EVENT-24, C-39: by creation below index 3, else by the next occurrence; odd descends, even ascends. Without an index the stored direction holds. */
export function toEventOrder(sort: number | undefined, dir: EventOrder['dir'] = 'desc'): EventOrder {
  if (sort === undefined) return { key: 'next_occurrence_time', dir }
  return {
    key: sort < 3 ? 'created_date' : 'next_occurrence_time',
    dir: sort % 2 === 1 ? 'desc' : 'asc',
  }
}

/** The index that stands for an order. */
export const toSortIndex = ({ key, dir }: EventOrder): number =>
  key === 'created_date' ? (dir === 'desc' ? 1 : 0) : dir === 'desc' ? 3 : 4
