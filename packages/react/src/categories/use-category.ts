import {
  type Category,
  categories,
  categoryLanguages,
  directionOf,
  languageName,
  mayChangeCategory,
  tenants,
} from '@kinora/core'
import type { Reading } from '../kernel/form-state.tsx'
import { useRead } from '../kernel/use-read.ts'
import { useRow } from '../kernel/use-row.ts'
import type { ContentLanguage } from '../ui/form/localised-fields.tsx'
import type { CategoryReader } from './category-gate.tsx'
import type { CategoryTexts } from './texts.ts'

export interface CategoryReading {
  /** What is read; the category is there once all of them are. */
  readings: readonly Reading[]
  isRead: boolean
  /** Undefined for a new one. */
  category: Category | undefined
  refresh(): Promise<Category | undefined>
  /** C-84; a new one belongs to who adds it. */
  mayChange: boolean
  /** CAT-09: the languages that its texts may be in. */
  tags: string[]
}

/** A category with what its form must know; without an id what a new one must. */
export function useCategory(by: CategoryReader, id: string | undefined): CategoryReading {
  const { tenantId } = by
  const { row, reading, refresh } = useRow(categories, tenantId, { name: 'categoryId', id })
  const config = useRead(tenants.config, { tenantId: tenantId ?? '' }, { enabled: tenantId !== undefined })
  const category = row as Category | undefined
  const readings: Reading[] = [
    ...(id === undefined ? [] : [reading]),
    ...(tenantId === undefined ? [] : [config]),
  ]
  const mayChange = mayChangeCategory(category ?? { tenantId: tenantId ?? null }, by)
  const stored = category === undefined ? [] : [category, ...category.subCategories]
  // What can't be changed shows what there is; with nothing to write no language is missing.
  const tenant = mayChange ? config.data?.data[0]?.tenant : { languageCodes: [] }
  return {
    readings,
    isRead: readings.every(({ data }) => data !== undefined) && (id === undefined || category !== undefined),
    category,
    refresh: () => refresh().then(fresh => fresh as Category | undefined),
    mayChange,
    tags: categoryLanguages(tenant, stored),
  }
}

/** The languages of its texts as a form names them: first the text for all that have none of their own. */
export const toLanguages = (
  tags: readonly string[],
  { text }: Pick<CategoryTexts, 'text'>,
): ContentLanguage[] => [
  { tag: 'invariantText', name: text('ui.categories.invariant'), dir: 'auto' },
  ...tags.map(tag => ({ tag, name: languageName(tag), dir: directionOf(tag) })),
]

/** Why a category can't be changed here; undefined where it can. */
export function refusalOf(
  { category, mayChange }: Pick<CategoryReading, 'category' | 'mayChange'>,
  { text }: Pick<CategoryTexts, 'text'>,
): string | undefined {
  if (mayChange) return undefined
  if (category === undefined) return text('ui.categories.readText')
  return text(category.tenantId === null ? 'ui.categories.platformText' : 'ui.categories.tenantText')
}

/** What the fields are called. */
export const labelsOf = ({ text }: Pick<CategoryTexts, 'text'>) => ({
  name: text('ui.categories.name'),
  description: text('ui.categories.description'),
  isPromoted: text('ui.categories.promotion'),
  imageLink: text('ui.categories.image'),
  bannerImageLink: text('ui.categories.banner'),
})

/** What stands in a conflict: the field, and the language where it has several. */
export const toConflict = (texts: Pick<CategoryTexts, 'text'>) => (path: string) => {
  const [field = '', tag] = path.split('.')
  const label = labelsOf(texts)[field as keyof ReturnType<typeof labelsOf>] ?? field
  if (tag === undefined) return { label }
  if (tag === 'invariantText') return { label: `${label}: ${texts.text('ui.categories.invariant')}` }
  return { label: `${label}: ${languageName(tag)}`, lang: tag, dir: directionOf(tag) }
}
