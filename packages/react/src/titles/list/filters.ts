import {
  durationRanges,
  intensityLabels,
  type Metadata,
  type TitleFilter,
  TitleStatus,
  titleStatusName,
} from '@kinora/core'
import type { Option } from '../../ui/picker/option.tsx'
import type { TitleTexts } from '../texts.ts'

/** The main filters of the list, in the order of the menu. Their ids are the search's own keys (TITLE-14, SESS-16). */
export const filterIds = [
  'status',
  'stuck',
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
export type FilterId = (typeof filterIds)[number]

export interface ListState {
  query: string
  filters: Partial<Record<FilterId, string[]>>
  sort: { id: 'createdDate' | 'name'; descending: boolean }
  /** From 0. */
  page: number
  /** 99999 is all (C-08). */
  take: number
}

/** CONST-02 */
export const startState: ListState = {
  query: '',
  filters: {},
  sort: { id: 'createdDate', descending: true },
  page: 0,
  take: 100,
}
/** CONST-01 */
export const ALL = 99_999

/** The list's state as address parameters: short, readable, shareable. */
export function toParams(state: ListState): URLSearchParams {
  const params = new URLSearchParams()
  if (state.query !== '') params.set('q', state.query)
  for (const id of filterIds) if (state.filters[id]?.length) params.set(id, state.filters[id].join(','))
  if (state.sort.id !== 'createdDate' || !state.sort.descending)
    params.set('sort', `${state.sort.id}-${state.sort.descending ? 'desc' : 'asc'}`)
  if (state.page > 0) params.set('page', String(state.page + 1))
  if (state.take !== startState.take) params.set('take', String(state.take))
  return params
}

/** The state that an address describes; what cannot be read falls back to the start. */
export function fromParams(params: URLSearchParams): ListState {
  const [sort, direction] = (params.get('sort') ?? 'createdDate-desc').split('-')
  const page = Number(params.get('page') ?? '1')
  const take = Number(params.get('take') ?? startState.take)
  const entries = filterIds.map(id => [id, params.get(id)?.split(',').filter(Boolean)] as const)
  return {
    query: params.get('q') ?? '',
    filters: Object.fromEntries(entries.filter(([, values]) => values !== undefined && values.length > 0)),
    sort: { id: sort === 'name' ? 'name' : 'createdDate', descending: direction !== 'asc' },
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
    take: Number.isInteger(take) && take > 0 ? take : startState.take,
  }
}

const numeric: readonly FilterId[] = ['status', 'contentType', 'intensity']

/** The part of the search body that filters. */
export function toFilter(state: ListState): TitleFilter {
  const entries = Object.entries(state.filters).map(([id, values]) => [
    id,
    id === 'stuck' ? values.length > 0 : numeric.includes(id as FilterId) ? values.map(Number) : values,
  ])
  return {
    ...Object.fromEntries(entries),
    ...(state.query.trim() === '' ? {} : { query: state.query.trim() }),
  } as TitleFilter
}

type Text = TitleTexts['text']

/** The choices of one filter. */
export function optionsOf(id: FilterId, metadata: Metadata | undefined, text: Text): Option[] {
  const named = (items: readonly { id: string; displayName: string }[] | undefined) =>
    (items ?? []).map(item => ({ value: item.id, label: item.displayName }))
  switch (id) {
    case 'status':
      return Object.values(TitleStatus).map(status => ({
        value: String(status),
        label: titleStatusName(status).replace(/([a-z])([A-Z])/g, '$1 $2'),
      }))
    case 'stuck':
      return [{ value: 'yes', label: text('ui.titles.stuckOnly') }]
    case 'categoryId':
      return named(metadata?.categories)
    case 'classSubCategoryId':
      return (metadata?.categories ?? []).flatMap(category =>
        category.subCategories.map(sub => ({
          value: sub.subCategoryId,
          label: sub.name.invariantText,
          help: category.displayName,
        })),
      )
    case 'channelId':
      return (metadata?.channels ?? []).map(channel => ({
        value: channel.id,
        label: channel.name,
        help: channel.providerName,
      }))
    case 'providerId':
      return (metadata?.providers ?? []).map(provider => ({ value: provider.id, label: provider.name }))
    case 'equipmentId':
      return named(metadata?.equipments)
    case 'focusAreaId':
      return named(metadata?.focusAreas)
    case 'labelId':
      return named(metadata?.labels)
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
      return intensityLabels.map((label, index) => ({
        value: String(index + 1),
        label: `${index + 1} ${label}`,
      }))
  }
}
