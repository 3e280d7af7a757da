import {
  channels,
  type Issue,
  indexNames,
  KinoraError,
  type LocalisedText,
  type Metadata,
  metadata,
  providers,
} from '@kinora/core'
import { didYouMean, suggest } from '@kinora/core/bulk'
import type { Session } from '../kernel/session.ts'

/** Something that can be named: by its id, or by a name that is its alone. */
interface Entry {
  id: string
  names: readonly string[]
}

type Kind =
  | 'categories'
  | 'subCategories'
  | 'channels'
  | 'providers'
  | 'languages'
  | 'equipments'
  | 'focusAreas'
  | 'labels'

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
  const entries = toEntries(await (await session.send())(metadata.view, { tenantId: session.options.tenant }))
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

/** The id of what was named, else what may have been meant. */
function lookUp(entries: readonly Entry[], given: string): string | { hint: string } {
  const byId = entries.find(entry => entry.id.toLowerCase() === given.toLowerCase())
  if (byId !== undefined) return byId.id
  const ids = indexNames(entries.flatMap(({ id, names }) => names.map(name => [name, id] as const)))(given)
  const [id] = ids
  if (id !== undefined && ids.size === 1) return id
  if (ids.size > 1) return { hint: ` (${[...ids].join(', ')})` }
  return {
    hint: didYouMean(
      suggest(
        given,
        entries.flatMap(({ names }) => names),
      ),
    ),
  }
}

function toEntries(metadata: Metadata): Record<Kind, Entry[]> {
  const named = (entry: {
    id: string
    displayName: string
    name: string | Record<string, string> | LocalisedText
  }): Entry => ({
    id: entry.id,
    names: [entry.displayName, ...textsOf(entry.name)],
  })
  return {
    categories: metadata.categories.map(named),
    subCategories: metadata.categories.flatMap(category =>
      category.subCategories.map(sub => ({ id: sub.subCategoryId, names: textsOf(sub.name) })),
    ),
    channels: metadata.channels.map(named),
    providers: metadata.providers.map(named),
    languages: metadata.languages.map(({ ietfTag, name }) => ({ id: ietfTag, names: [name] })),
    equipments: metadata.equipments.map(named),
    focusAreas: metadata.focusAreas.map(named),
    labels: metadata.labels.map(named),
  }
}

function textsOf(name: string | Record<string, string> | LocalisedText): string[] {
  if (typeof name === 'string') return [name]
  if (isLocalised(name)) return [name.invariantText, ...name.localTexts.map(({ text }) => text)]
  return Object.values(name)
}

function isLocalised(name: Record<string, string> | LocalisedText): name is LocalisedText {
  return Array.isArray((name as LocalisedText).localTexts)
}

/** Channels by tag or name, as lists show them. Throws `invalid` for names that stand for none or for several, all at once. */
export async function channelTags(session: Session, given: readonly string[]): Promise<string[]> {
  const { data } = await (await session.send())(channels.search, { take: -1 })
  return found('Channel', data.map(toEntry), given)
}

/** Of one provider. */
export async function providerTag(session: Session, given: string): Promise<string> {
  const { data, tenantProviders } = await (await session.send())(providers.list, { page: 1, take: -1 })
  const [tag] = found('Provider', [...data, ...tenantProviders].map(toEntry), [given])
  return tag!
}

interface Called {
  tag: string
  name: string
  displayName: string
}
const toEntry = ({ tag, name, displayName }: Called): Entry => ({ id: tag, names: [displayName, name] })

function found(field: string, entries: readonly Entry[], given: readonly string[]): string[] {
  const looked = given.map(value => ({ value, answer: lookUp(entries, value) }))
  const issues = looked.flatMap(({ value, answer }): Issue[] =>
    typeof answer === 'string'
      ? []
      : [{ path: '', code: 'validation.reference', params: { field, value, hint: answer.hint } }],
  )
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  return [...new Set(looked.map(({ answer }) => answer as string))]
}
