import pLimit, { type LimitFunction } from 'p-limit'
import type { Bearer } from '../handlers.ts'

/** Forms of one caller that are in memory at once: of files up to 11 MB, some 90 MB. */
const AT_ONCE = 8

/**
 * Forms whose files are held whole take turns with others of their caller. One that waits hasn't been read yet: its bytes stay
 * on the line, so that one account can't fill the memory of all.
 */
export class HeldForms {
  readonly #turns = new Map<string, LimitFunction>()

  /** Reads and answers the form when it is its turn. */
  async run<T>(bearer: Bearer | undefined, answer: () => Promise<T>): Promise<T> {
    const key = keyOf(bearer)
    const turn = this.#turns.get(key) ?? pLimit(AT_ONCE)
    this.#turns.set(key, turn)
    try {
      return await turn(answer)
    } finally {
      if (turn.activeCount + turn.pendingCount === 0) this.#turns.delete(key)
    }
  }
}

const keyOf = (bearer: Bearer | undefined): string => {
  if (bearer === undefined) return ''
  return bearer.kind === 'person' ? `person ${bearer.caller.userId}` : `site ${bearer.site.tenantId}`
}
