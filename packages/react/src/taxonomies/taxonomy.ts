import {
  directionOf,
  equipment,
  focusAreas,
  type Label,
  labels,
  languageName,
  type NameByLanguage,
  type TaxonomyKind,
  type TenantLanguages,
  taxonomyIds,
} from '@kinora/core'
import type { ContentLanguage } from '../ui/form/localised-fields.tsx'

/** A label, a focus area or a piece of equipment without the name of its id. */
export type TaxonomyEntry = Omit<Label, 'labelId'>

const calls = { label: labels, focusarea: focusAreas, equipment }

/** The calls of a kind. All three are spelled as labels are but for their id, which `withId` and `idOf` name. */
export function taxonomy(kind: TaxonomyKind) {
  const { list, create, update } = calls[kind] as typeof labels
  const idName = taxonomyIds[kind]
  return {
    ...{ list, create, update },
    idOf: (entry: object): string => (entry as Record<typeof idName, string>)[idName],
    withId: (id: string) => ({ [idName]: id }) as { labelId: string },
  }
}

/** The name in a language, else in a near one, else in any. */
export function nameIn(name: NameByLanguage, tag: string): { tag: string; text: string } {
  const [language = ''] = tag.split('-')
  const tags = Object.keys(name).filter(other => name[other]?.trim())
  const found = tags.find(other => other === tag) ?? tags.find(other => other.startsWith(language)) ?? tags[0]
  return { tag: found ?? tag, text: (found && name[found]) ?? '' }
}

/** The languages of a tenant, its default one first. */
export function toLanguages({ languageCodes, languageTag }: TenantLanguages): ContentLanguage[] {
  const others = languageCodes.filter(tag => tag !== languageTag)
  const tags = languageCodes.length === 0 ? [] : [languageTag, ...others]
  return tags.map(tag => ({ tag, name: languageName(tag), dir: directionOf(tag) }))
}
