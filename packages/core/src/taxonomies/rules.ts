import { lineProblem } from '../kernel/characters.ts'
import type { Issue } from '../kernel/errors.ts'
import { isBlank } from '../kernel/field-rules.ts'
import { languages } from '../languages.ts'
import type { NameByLanguage, TaxonomyDraft } from './schema.ts'

/** What a tenant's configuration says of its languages (META-11). */
export interface TenantLanguages {
  languageCodes: readonly string[]
  /** The default one. */
  languageTag: string
}

const known: ReadonlySet<string> = new Set(languages.map(({ ietfTag }) => ietfTag))

/** META-02, I18N-05: a name in the tenant's default language, and names only in content languages (I18N-01). */
export function checkTaxonomy(draft: Pick<TaxonomyDraft, 'name'>, tenant: TenantLanguages): Issue[] {
  if (tenant.languageCodes.length === 0) return [{ path: 'name', code: 'session.noLanguages' }]
  const issues: Issue[] = []
  if (isBlank(draft.name[tenant.languageTag]))
    issues.push({
      path: `name.${tenant.languageTag}`,
      code: 'validation.required',
      params: { field: 'Name' },
    })
  for (const [tag, text] of Object.entries(draft.name)) {
    const code = lineProblem(text)
    if (code !== undefined) issues.push({ path: `name.${tag}`, code, params: { field: 'Name' } })
  }
  for (const tag of Object.keys(draft.name))
    if (!known.has(tag)) issues.push({ path: `name.${tag}`, code: 'validation.language', params: { tag } })
  return issues
}

/** VAL-08: blank names are no names; the rest is trimmed. */
export function normaliseNames(name: NameByLanguage): NameByLanguage {
  return Object.fromEntries(
    Object.entries(name).flatMap(([tag, text]) => (isBlank(text) ? [] : [[tag, text.trim()]])),
  )
}
