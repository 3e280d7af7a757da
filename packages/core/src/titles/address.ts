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
