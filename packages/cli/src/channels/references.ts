import { channels, type Issue, KinoraError, providers } from '@kinora/core'
import type { Session } from '../kernel/session.ts'
import { type Entry, lookUp } from '../titles/references.ts'

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
