import {
  channels,
  type Issue,
  indexNames,
  KinoraError,
  type LocalisedText,
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

export type Kind =
  | 'categories'
  | 'subCategories'
  | 'channels'
  | 'providers'
  | 'languages'
  | 'equipments'
  | 'focusAreas'
  | 'labels'

/** The id of what was named, else what may have been meant. */
export function lookUp(entries: readonly Entry[], given: string): string | { hint: string } {
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

/** All that fields of titles may name, for the tenant that is acted for. */
export async function entriesOf(session: Session): Promise<Record<Kind, Entry[]>> {
  const { tenant: tenantId } = session.options
  const listed = await (await session.send())(metadata.view, { tenantId })
  const named = (entry: {
    id: string
    displayName: string
    name: string | Record<string, string> | LocalisedText
  }): Entry => ({
    id: entry.id,
    names: [entry.displayName, ...textsOf(entry.name)],
  })
  return {
    categories: listed.categories.map(named),
    subCategories: listed.categories.flatMap(category =>
      category.subCategories.map(sub => ({ id: sub.subCategoryId, names: textsOf(sub.name) })),
    ),
    channels: listed.channels.map(named),
    providers: listed.providers.map(named),
    languages: listed.languages.map(({ ietfTag, name }) => ({ id: ietfTag, names: [name] })),
    equipments: listed.equipments.map(named),
    focusAreas: listed.focusAreas.map(named),
    labels: listed.labels.map(named),
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
