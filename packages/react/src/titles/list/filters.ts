import {
  ALL_ROWS,
  durationRanges,
  type TitleFilterId as FilterId,
  titleFilterIds as filterIds,
  intensities,
  type Metadata,
  type TitleFilter,
  TitleStatus,
  toFilterValue,
  toIntensityKey,
  toStatusKey,
} from '@kinora/core'
import {
  fromListParams,
  type ListRules,
  toListParams,
  withFixed,
  withoutFixed,
} from '../../kernel/list-state.ts'
import type { TextKey } from '../../kernel/message.ts'
import type { ListState } from '../../ui/list/list-model.ts'
import type { Option } from '../../ui/picker/option.tsx'
import { type ColumnState, type DataTableColumn, toColumnIds } from '../../ui/table/data-table-columns.ts'
import type { TitleTexts } from '../texts.ts'

/** The main filters of the list. */
export { type FilterId, filterIds }

/** What a filter is called: as the field that it asks for. */
export const filterNames = {
  status: 'field.status',
  stuck: 'field.stuck',
  dueSoon: 'field.scheduleDate',
  categoryId: 'field.classCategoryId',
  classSubCategoryId: 'field.classSubCategoryId',
  channelId: 'field.channelId',
  providerId: 'field.providerId',
  contentType: 'field.contentType',
  duration: 'field.durationSecond',
  skill: 'field.skill',
  intensity: 'field.intensity',
  equipmentId: 'field.equipmentIds',
  focusAreaId: 'field.focusAreaIds',
  labelId: 'field.labelIds',
  classLanguageName: 'field.classLanguageCode',
} as const satisfies Record<FilterId, TextKey<TitleTexts>>

export interface TitleSort {
  id: 'createdDate' | 'name'
  descending: boolean
}
/** Without an order the newest come first, and what is searched for by words comes by relevance. */
export type TitleListState = ListState<FilterId | 'tenant', TitleSort | null>

/** What each filter of titles may be: ids of rows and of states, or words that the filter itself names. */
export type TitleFilters = Record<FilterId | 'tenant', string>

/** How titles are shown; the table first. */
export const titleModes = ['covers', 'board'] as const
export type TitleMode = 'table' | (typeof titleModes)[number]

/** Our columns; a host may have others. */
export type TitleColumnId =
  | 'name'
  | 'status'
  | 'category'
  | 'channel'
  | 'provider'
  | 'duration'
  | 'createdDate'
  | 'release'
  | 'changed'
  | 'changedBy'
  | 'plays'
  | 'completion'
  | 'minutes'

export const titleRules: ListRules<FilterId | 'tenant', TitleSort | null> = {
  /** F-2, C-145: an administrator looks at one tenant by a selector of its own. */
  filters: [...filterIds, 'tenant'],
  single: ['tenant'],
  sorts: ['createdDate', 'name'],
  /** CONST-02 */
  start: { query: '', filters: {}, sort: null, page: 0, take: 100 },
  all: ALL_ROWS,
  modes: titleModes,
  columns: 'any',
}

export const toMode = ({ mode }: Pick<TitleListState, 'mode'>): TitleMode =>
  titleModes.find(one => one === mode) ?? 'table'

/** What the list always asks for, by filter. */
type Fixed = TitleListState['filters']

/** What is shown now as a saved view keeps it: without page and size, with the columns that the person has chosen, without what the list always asks for. */
export const toViewAddress = (
  state: TitleListState,
  fixed: Fixed,
  own?: { state: ColumnState; columns: readonly DataTableColumn<never>[] },
): string =>
  toListParams(
    {
      ...withoutFixed(state, fixed),
      page: 0,
      take: titleRules.start.take,
      columns: state.columns ?? (own && toColumnIds(own.state, own.columns)),
    },
    titleRules,
  ).toString()

/** The same address as the list writes it. */
export const toCanonical = (address: string, fixed: Fixed): string =>
  toListParams(withoutFixed(fromViewAddress(address, fixed), fixed), titleRules).toString()

export const fromViewAddress = (address: string, fixed: Fixed): TitleListState => ({
  ...withFixed(fromListParams(new URLSearchParams(address), titleRules), fixed),
  page: 0,
  take: titleRules.start.take,
})

/** The part of the search body that filters. */
export function toFilter(state: TitleListState): TitleFilter {
  const { tenant, ...filters } = state.filters
  const entries = Object.entries(filters).map(([id, values]) => [id, toFilterValue(id, values)])
  return {
    ...Object.fromEntries(entries),
    ...(tenant?.[0] !== undefined && { tenant: tenant[0] }),
    ...(state.query.trim() === '' ? {} : { query: state.query.trim() }),
  } as TitleFilter
}

/** The order that the list shows: a column's, or null for relevance. */
export const shownSort = ({ sort, query }: TitleListState): TitleSort | null =>
  sort ?? (query.trim() === '' ? { id: 'createdDate', descending: true } : null)

/**
 * The order after a press on a column's head. While words are searched for it goes on to relevance after both directions,
 * as nothing else leads back to it (NAV-75).
 */
export function nextSort(state: TitleListState, pressed: TitleSort | null): TitleSort | null {
  if (pressed === null || state.query.trim() === '') return pressed
  const isDescendingFirst = pressed.id === 'createdDate'
  if (state.sort?.id !== pressed.id) return { id: pressed.id, descending: isDescendingFirst }
  return state.sort.descending === isDescendingFirst ? pressed : null
}

/** The same as the search takes it. */
export function toSorting(state: TitleListState) {
  const sort = shownSort(state)
  return sort === null
    ? ({ sort: 'relevance' } as const)
    : { sort: sort.id, dir: sort.descending ? ('desc' as const) : ('asc' as const) }
}

/** Entries of the platform's lists as choices. */
export const namedOptions = (entries: readonly { id: string; displayName: string }[] = []): Option[] =>
  entries.map(({ id, displayName }) => ({ value: id, label: displayName }))

export const subCategoryOptions = (categories: Metadata['categories'] = []): Option[] =>
  categories.flatMap(({ displayName, subCategories }) =>
    subCategories.map(sub => ({
      value: sub.subCategoryId,
      label: sub.name.invariantText,
      help: displayName,
    })),
  )

export const channelOptions = (channels: Readonly<Metadata['channels']> = []): Option[] =>
  channels.map(({ id, displayName, name, providerName }) => ({
    value: id,
    label: displayName || name,
    help: providerName,
  }))

type Text = TitleTexts['text']

/** The choices of one filter. */
export function optionsOf(id: FilterId, metadata: Metadata | undefined, text: Text): Option[] {
  switch (id) {
    case 'status':
      return Object.values(TitleStatus).map(status => ({
        value: String(status),
        label: text(toStatusKey(status)),
      }))
    case 'stuck':
      return [{ value: 'yes', label: text('ui.titles.stuckOnly') }]
    case 'dueSoon':
      return [{ value: 'yes', label: text('ui.titles.dueSoonOnly') }]
    case 'categoryId':
      return namedOptions(metadata?.categories)
    case 'classSubCategoryId':
      return subCategoryOptions(metadata?.categories)
    case 'channelId':
      return channelOptions(metadata?.channels)
    case 'providerId':
      return (metadata?.providers ?? []).map(provider => ({
        value: provider.id,
        label: provider.displayName || provider.name,
      }))
    case 'equipmentId':
      return namedOptions(metadata?.equipments)
    case 'focusAreaId':
      return namedOptions(metadata?.focusAreas)
    case 'labelId':
      return namedOptions(metadata?.labels)
    case 'classLanguageName':
      return (metadata?.languages ?? []).map(language => ({ value: language.ietfTag, label: language.name }))
    case 'contentType':
      return [1, 2].map(type => ({ value: String(type), label: text(`ui.titles.type${type as 1 | 2}`) }))
    case 'duration':
      return durationRanges.map(range => ({ value: range, label: text(`ui.titles.duration.${range}`) }))
    case 'skill':
      return (['beginner', 'intermediate', 'advanced'] as const).map(band => ({
        value: band,
        label: text(`ui.titles.skill.${band}`),
      }))
    case 'intensity':
      return intensities.map(step => ({
        value: String(step),
        label: `${step} ${text(toIntensityKey(step))}`,
      }))
  }
}
