import { collections, type Endpoint, type Page, type Title, titles } from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { type FilterId, filterIds } from '../titles/list/filters.ts'

/** What a chooser asks for: words, filters by the search's own keys, and how many. */
interface ClassSearch {
  query: string
  filters: Readonly<Partial<Record<FilterId, string[]>>>
  take: number
}

/** Where a chooser finds classes. Keep it at module scope. */
export interface ClassSource {
  endpoint: Endpoint
  filters: readonly FilterId[]
  toInput(tenantId: string, asked: ClassSearch): Record<string, unknown>
}

/** What only staff ask of titles: whatever is chosen here is published. */
const ofStaff: readonly FilterId[] = ['status', 'stuck', 'dueSoon']
const numeric: readonly string[] = ['contentType', 'intensity']

/** COLL-09, API-124: the classes that a collection can have. */
export const collectionClasses: ClassSource = {
  endpoint: collections.classes,
  filters: filterIds.filter(id => !ofStaff.includes(id)),
  toInput: (tenantId, { query, filters, take }) => ({
    ...Object.fromEntries(
      Object.entries(filters).map(([id, values]) => [id, numeric.includes(id) ? values.map(Number) : values]),
    ),
    tenantId,
    take,
    query: query || undefined,
  }),
}

/** The classes that an event can have, read all at once (EVENT-30, C-57). */
export const eventClasses: ClassSource = {
  endpoint: titles.classChooser,
  filters: ['equipmentId', 'focusAreaId', 'labelId'],
  toInput: (tenantId, { query, filters: { equipmentId = [], focusAreaId = [], labelId = [] } }) => ({
    query,
    equipmentId,
    focusAreaId,
    labelId,
    contentType: 'video',
    tenantId,
    take: 9999,
  }),
}

/** The classes found, at most as many as are asked for. */
export function useClasses({ endpoint, toInput }: ClassSource, tenantId: string, asked: ClassSearch) {
  const found = useRead(endpoint, toInput(tenantId, asked), { keepPrevious: true })
  const page = found.data as Page<Title> | undefined
  return {
    classes: page?.data.slice(0, asked.take) ?? [],
    total: page?.totalRecords ?? 0,
    loading: found.isPending || found.isPlaceholderData,
    error: found.error,
    retry: () => void found.refetch(),
  }
}
