import {
  directionOf,
  equipment,
  focusAreas,
  labels,
  type NameByLanguage,
  type TaxonomyKind,
  type TenantLanguages,
  taxonomyIds,
} from '@kinora/core'
import { languageNameIn, type SayLanguage } from '../kernel/language-names.ts'
import type { ContentLanguage } from '../ui/form/localised-fields.tsx'

const nouns = { label: 'labels', focusarea: 'focus-areas', equipment: 'equipment' } as const

/** The noun of a kind, its calls and the key of its id; all three are spelled as labels are but for that key. */
export function taxonomy(kind: TaxonomyKind) {
  const { list, create, update } = { label: labels, focusarea: focusAreas, equipment }[kind] as typeof labels
  return { noun: nouns[kind], calls: { list, create, update }, idKey: taxonomyIds[kind] as 'labelId' }
}

/** The name in a language, else in a near one, else in any. */
export function nameIn(name: NameByLanguage, tag: string): { tag: string; text: string } {
  const [language = ''] = tag.split('-')
  const tags = Object.keys(name).filter(other => name[other]?.trim())
  const found = tags.find(other => other === tag) ?? tags.find(other => other.startsWith(language)) ?? tags[0]
  return { tag: found ?? tag, text: (found && name[found]) ?? '' }
}

/** The languages of a tenant, its default one first. */
export function toLanguages(
  { languageCodes, languageTag }: TenantLanguages,
  text: SayLanguage,
): ContentLanguage[] {
  const others = languageCodes.filter(tag => tag !== languageTag)
  const tags = languageCodes.length === 0 ? [] : [languageTag, ...others]
  return tags.map(tag => ({ tag, name: languageNameIn(text, tag), dir: directionOf(tag) }))
}
