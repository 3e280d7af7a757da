import {
  type Category,
  categories,
  categoryLanguages,
  categoryTexts,
  directionOf,
  languageTexts,
  mayChangeCategory,
  Role,
  tenants,
  validationTexts,
  wordTexts,
} from '@kinora/core'
import type { ReactNode } from 'react'
import type { FieldWords } from '../kernel/draft-conflicts.tsx'
import type { Reading } from '../kernel/form-state.tsx'
import { languageNameIn } from '../kernel/language-names.ts'
import { useTexts } from '../kernel/message.ts'
import { useActingTenant, useSession } from '../kernel/provider.tsx'
import { useRow } from '../kernel/row-form.tsx'
import { TenantGate } from '../kernel/tenant-gate.tsx'
import { useRead } from '../kernel/use-read.ts'
import type { ContentLanguage } from '../ui/form/localised-fields.tsx'
import { SwitchWord } from '../ui/form/switch.tsx'
import { Badge } from '../ui/status/badge.tsx'

/** Texts of categories and their sub categories. */
export const useCategoryTexts = () => useTexts(categoryTexts, languageTexts, validationTexts, wordTexts)

export type CategoryTexts = ReturnType<typeof useCategoryTexts>

/** Who looks at categories; role and tenant decide which ones they may change (C-84). */
export interface CategoryReader {
  role: Role
  /** The tenant acted for; none for administrators and providers. */
  tenantId: string | undefined
  /** C-141: the tenant shows the platform’s categories, its own are hidden; undefined until that is read. */
  hidesOwn: boolean | undefined
}

const useTenantConfig = (tenantId: string | undefined) =>
  useRead(tenants.config, { tenantId: tenantId ?? '' }, { enabled: tenantId !== undefined })

/** Who looks at categories; undefined while that isn't known. */
export function useCategoryReader(): CategoryReader | undefined {
  const state = useSession()
  const tenantId = useActingTenant()?.tenantId
  const { data, isPending } = useTenantConfig(tenantId)
  if (state.kind !== 'loggedIn') return undefined
  const { role } = state.user
  if (role === Role.Admin || role === Role.Provider) return { role, tenantId: undefined, hidesOwn: false }
  // Where it can't be read the server says what it refuses.
  const hidesOwn = data?.data[0]?.tenant.isPlatformOwnedCategories ?? (isPending ? undefined : false)
  return tenantId === undefined ? undefined : { role, tenantId, hidesOwn }
}

/** ROLE-18: categories are open to everyone; customer support chooses a tenant first (ROLE-04). */
export function CategoryGate({ children }: { children: (by: CategoryReader) => ReactNode }) {
  const by = useCategoryReader()
  const { kind } = useSession()
  if (kind !== 'loggedIn') return null
  return by === undefined ? <TenantGate>{() => null}</TenantGate> : children(by)
}

/** CAT-03 */
export function PromotedBadge({ promoted }: { promoted: boolean }) {
  const { text } = useCategoryTexts()
  return (
    <Badge tone={promoted ? 'positive' : 'neutral'}>
      {text(promoted ? 'ui.categories.promoted' : 'ui.categories.notPromoted')}
    </Badge>
  )
}

/** What the switch of it reads. */
export function PromotedWord({ promoted }: { promoted: boolean }) {
  const { text } = useCategoryTexts()
  return (
    <SwitchWord isOn={promoted} on={text('ui.categories.promoted')} off={text('ui.categories.notPromoted')} />
  )
}

export interface CategoryReading {
  /** What is read; the category is there once all of them are. */
  readings: readonly Reading[]
  isRead: boolean
  /** Undefined for a new one. */
  category: Category | undefined
  refresh(): Promise<Category | undefined>
  /** C-84; a new one belongs to who adds it. */
  mayChange: boolean
  hidesOwn: boolean | undefined
  /** CAT-09: the languages that its texts may be in. */
  tags: string[]
}

/** A category with what its form must know; without an id what a new one must. */
export function useCategory(by: CategoryReader, id: string | undefined): CategoryReading {
  const { tenantId } = by
  const source = { calls: categories, idKey: 'categoryId', scope: { tenantId } } as const
  const { row: category, reading, refresh } = useRow(source, id)
  const config = useTenantConfig(tenantId)
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
    refresh,
    mayChange,
    hidesOwn: by.hidesOwn,
    tags: categoryLanguages(tenant, stored),
  }
}

/** The languages of its texts as a form names them: first the text for all that have none of their own. */
export const toLanguages = (
  tags: readonly string[],
  { text }: Pick<CategoryTexts, 'text'>,
): ContentLanguage[] => [
  { tag: 'invariantText', name: text('ui.categories.invariant'), dir: 'auto' },
  ...tags.map(tag => ({ tag, name: languageNameIn(text, tag), dir: directionOf(tag) })),
]

/** Why a category can't be changed here; undefined where it can. */
export function refusalOf(
  { category, mayChange, hidesOwn }: Pick<CategoryReading, 'category' | 'mayChange' | 'hidesOwn'>,
  { text }: Pick<CategoryTexts, 'text'>,
): string | undefined {
  if (mayChange) return undefined
  if (category === undefined && hidesOwn) return text('category.ownHidden')
  if (category === undefined) return text('ui.categories.readText')
  return text(category.tenantId === null ? 'ui.categories.platformText' : 'ui.categories.tenantText')
}

/** What the fields are called. */
export const labelsOf = ({ text }: Pick<CategoryTexts, 'text'>) => ({
  name: text('field.name'),
  description: text('field.description'),
  isPromoted: text('ui.categories.promotion'),
  imageLink: text('ui.categories.image'),
  bannerImageLink: text('ui.categories.banner'),
})

/** How the field at a path is named: with its language where it has several, and its sub category where it is of one. */
export function labelOf(
  path: string,
  texts: Pick<CategoryTexts, 'text'>,
  category?: Category,
): FieldWords | undefined {
  const { text } = texts
  const [field = '', tag, ...rest] = path.split('.')
  if (field === 'subCategories') {
    const sub = category?.subCategories.find(({ subCategoryId }) => subCategoryId === tag)
    const words = labelOf(rest.join('.'), texts)
    const name = sub?.name.invariantText ?? text('ui.categories.subTitle')
    return words && { ...words, label: `${name}: ${words.label}` }
  }
  const label = labelsOf(texts)[field as keyof ReturnType<typeof labelsOf>]
  if (field === 'isPromoted')
    return { label, show: on => text(on === true ? 'ui.categories.promoted' : 'ui.categories.notPromoted') }
  if (label === undefined || tag === undefined) return label === undefined ? undefined : { label }
  if (tag === 'invariantText') return { label: `${label}: ${text('ui.categories.invariant')}` }
  return { label: `${label}: ${languageNameIn(text, tag)}`, lang: tag, dir: directionOf(tag) }
}

export const categoryInvalidates = ['categories', 'metadata'] as const
