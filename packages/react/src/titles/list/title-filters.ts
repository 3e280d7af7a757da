import type { Metadata } from '@kinora/core'
import type { ListFilter } from '../../ui/list/list-filters.tsx'
import type { TitleTexts } from '../texts.ts'
import { filterIds, filterNames, optionsOf } from './filters.ts'

/** The filters of the list with their choices (TITLE-14). */
export const titleFilters = ({ text }: TitleTexts, metadata: Metadata | undefined): ListFilter[] =>
  filterIds.map(id => ({
    id,
    name: text(filterNames[id]),
    options: metadata && optionsOf(id, metadata, text),
  }))
