import { Role } from '../access.ts'
import { isLonger, lineProblem } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank, limits } from '../kernel/field-rules.ts'
import type { LocalisedText } from '../kernel/fields.ts'
import { languages } from '../languages.ts'
import type { Category, CategoryDraft, SubCategoryDraft } from './schema.ts'

interface LocalisedRule {
  /** The field, and its name in the words of an issue. */
  path: string
  label: string
  /** The languages that it may be in. */
  tags: readonly string[]
  max: number
  /** The invariant text must be there (CAT-09), and no text breaks its line. */
  isName: boolean
}

/** CAT-09, I18N-06: the issue of a language has the path `name.de-DE`, that of the invariant text `name.invariantText`. */
function checkLocalised(
  { invariantText, localTexts }: LocalisedText,
  { path, label, tags, max, isName }: LocalisedRule,
): Issue[] {
  const issues: Issue[] = []
  const add = (tag: string, code: Issue['code'], params: Issue['params']) =>
    issues.push({ path: `${path}.${tag}`, code, params })
  const checkText = (tag: string, text: string) => {
    if (isLonger(text, max)) add(tag, 'validation.tooLong', { field: label, max })
    const problem = isName ? lineProblem(text) : undefined
    if (problem !== undefined) add(tag, problem, { field: label })
  }
  if (isName && isBlank(invariantText)) add('invariantText', 'validation.required', { field: label })
  checkText('invariantText', invariantText)
  const seen = new Set<string>()
  for (const { ietfTag, text } of localTexts) {
    if (!tags.includes(ietfTag)) add(ietfTag, 'category.language', { tag: ietfTag })
    if (seen.has(ietfTag)) add(ietfTag, 'category.languageTwice', { tag: ietfTag })
    seen.add(ietfTag)
    checkText(ietfTag, text)
  }
  return issues
}

const all = languages.map(({ ietfTag }) => ietfTag)

/**
 * CAT-09: the languages that texts of a category may be in. A tenant's are its own; the platform's categories are for every
 * tenant, so all content languages (I18N-01). A text in a language that the tenant has given up may stay.
 */
export function categoryLanguages(
  tenant: { languageCodes: readonly string[] } | undefined,
  stored: readonly (Pick<CategoryDraft, 'name'> & Partial<Pick<CategoryDraft, 'description'>>)[] = [],
): string[] {
  const texts = stored.flatMap(({ name, description }) => [name, ...(description ? [description] : [])])
  const kept = texts.flatMap(({ localTexts }) => localTexts.map(({ ietfTag }) => ietfTag))
  return [...new Set([...(tenant?.languageCodes ?? all), ...kept])]
}

/** CAT-01, CAT-09: what is wrong with the fields that are there. */
export function checkCategory(draft: Partial<CategoryDraft>, tags: readonly string[]): Issue[] {
  const { name, description, subCategories = [] } = draft
  return [
    ...(name ? checkLocalised(name, { ...nameRule, tags }) : []),
    ...(description ? checkLocalised(description, { ...descriptionRule, tags }) : []),
    ...subCategories.flatMap((sub, index) => checkSubCategory(sub, tags, `subCategories.${index}.`)),
  ]
}

const nameRule = { path: 'name', label: 'Name', max: limits.text, isName: true }
const descriptionRule = {
  path: 'description',
  label: 'Description',
  max: limits.description,
  isName: false,
}

/** CAT-08, CAT-09: the same of one sub category. */
export const checkSubCategory = (
  { name }: Pick<SubCategoryDraft, 'name'>,
  tags: readonly string[],
  prefix = '',
): Issue[] => checkLocalised(name, { ...nameRule, path: `${prefix}name`, tags })

/**
 * C-84: administrators change the platform's categories, tenants and customer support those of the tenant, providers none. C-141:
 * nobody those of a tenant that shows the platform's, `hidesOwn`.
 */
export function mayChangeCategory(
  { tenantId }: Pick<Category, 'tenantId'>,
  by: { role: Role; tenantId: string | undefined; hidesOwn?: boolean | undefined },
): boolean {
  if (by.role === Role.Admin) return tenantId === null
  return by.role !== Role.Provider && tenantId !== null && tenantId === by.tenantId && by.hidesOwn !== true
}

/** CAT-06: a list with one of its rows at another place. */
export function moved<Row>(rows: readonly Row[], from: number, to: number): Row[] {
  const rest = rows.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...rows.slice(from, from + 1), ...rest.slice(to)]
}
