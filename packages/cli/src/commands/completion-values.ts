import type { Metadata } from '@kinora/core'
import { toLine } from '../kernel/cells.ts'
import type { Session } from '../kernel/session.ts'

interface Value {
  value: string
  about?: string
}

/** Milliseconds after which a shell waits no longer. */
const TIMEOUT = 1_500
/** Titles whose tags are offered, the latest. */
const TITLES = 200

type Read = (session: Session, signal: AbortSignal) => Promise<Value[]>

const offered =
  (pick: (metadata: Metadata) => readonly { displayName: string }[]): Read =>
  async (session, signal) => {
    const api = await session.api()
    const metadata = await api.metadata.view({ tenantId: session.options.tenant }, { signal })
    return pick(metadata).map(({ displayName }) => ({ value: displayName }))
  }

const readers = {
  tags: async (session, signal) => {
    const api = await session.api()
    const { data } = await api.titles.search({ take: TITLES }, { signal })
    return data.map(({ tag, className }) => ({ value: tag, about: className }))
  },
  providers: offered(({ providers }) => providers),
  channels: offered(({ channels }) => channels),
  categories: offered(({ categories }) => categories),
  labels: offered(({ labels }) => labels),
  'focus-areas': offered(({ focusAreas }) => focusAreas),
  equipment: offered(({ equipments }) => equipments),
  languages: async () => {
    const { languages } = await import('@kinora/core')
    return languages.map(({ ietfTag, name }) => ({ value: ietfTag, about: name }))
  },
  profiles: async ({ world }) => (await world.profiles.list()).map(value => ({ value })),
} as const satisfies Record<string, Read>

/** What the server or this machine knows and a shell can offer. */
export type ValueKind = keyof typeof readers
export const valueKinds = Object.keys(readers) as ValueKind[]
export const isValueKind = (name: string): name is ValueKind => name in readers

/** A line for each value, with a tab before what it is. Whatever fails or takes too long says nothing: somebody is typing. */
export async function printValues(session: Session, kind: ValueKind): Promise<void> {
  const { clock, interrupted } = session.world
  const [late, answered] = [new AbortController(), new AbortController()]
  clock.sleep(TIMEOUT, answered.signal).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    const signal = AbortSignal.any([interrupted, late.signal])
    const values: Value[] = await readers[kind](session, signal)
    for (const { value, about } of values)
      session.print.raw(
        `${[value, about]
          .filter(part => part !== undefined)
          .map(toLine)
          .join('\t')}\n`,
      )
  } catch {
    // Nothing is offered.
  } finally {
    answered.abort()
  }
}
