import { type Issue, KinoraError } from '@kinora/core'
import type { Session } from '../kernel/session.ts'
import type { Kind } from './names.ts'

/** Which fields of drafts and filters name something else, by what they name. */
const fields: Readonly<Record<string, { kind: Kind; label: string }>> = {
  classCategoryId: { kind: 'categories', label: 'Category' },
  categoryId: { kind: 'categories', label: 'Category' },
  classSubCategoryId: { kind: 'subCategories', label: 'Sub category' },
  subcategory: { kind: 'subCategories', label: 'Sub category' },
  channelId: { kind: 'channels', label: 'Channel' },
  providerId: { kind: 'providers', label: 'Provider' },
  classLanguageCode: { kind: 'languages', label: 'Language' },
  classLanguageName: { kind: 'languages', label: 'Language' },
  equipmentIds: { kind: 'equipments', label: 'Equipment' },
  equipmentId: { kind: 'equipments', label: 'Equipment' },
  focusAreaIds: { kind: 'focusAreas', label: 'Focus area' },
  focusAreaId: { kind: 'focusAreas', label: 'Focus area' },
  labelIds: { kind: 'labels', label: 'Label' },
  labelId: { kind: 'labels', label: 'Label' },
}

/** Names become ids; the server is asked only where a field names something. Unknown names are reported all at once. */
export async function withIds(
  session: Session,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const named = Object.keys(input).filter(key => key in fields && input[key] !== null)
  if (named.length === 0) return input
  const { entriesOf, lookUp } = await import('./names.ts')
  const entries = await entriesOf(session)
  const issues: Issue[] = []
  const find = (key: string, name: unknown): string => {
    const { kind, label } = fields[key]!
    const found = lookUp(entries[kind], String(name))
    if (typeof found === 'string') return found
    issues.push({
      path: key,
      code: 'validation.reference',
      params: { field: label, value: String(name), hint: found.hint },
    })
    return ''
  }
  const resolved = named.map(key => {
    const value = input[key]
    return [key, Array.isArray(value) ? value.map(name => find(key, name)) : find(key, value)] as const
  })
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  return { ...input, ...Object.fromEntries(resolved) }
}
