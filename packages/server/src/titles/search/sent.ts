import type { Title } from '@kinora/core'
import type * as z from 'zod'
import type { Written } from '../../kernel/http/written.ts'
import type { Database } from '../../ports/db.ts'
import type { StoredTitle } from '../../stored-titles/index.ts'
import { ShownTitle } from './page.ts'

/** Titles that are remembered at most: some 15 MB. */
const REMEMBERED = 5000

type SentTitle = Written<z.input<typeof Title>>

interface Sent {
  raw: ShownTitle['raw']
  written: SentTitle
}

const sent = new WeakMap<Database, Map<string, Sent>>()

/**
 * What was sent of titles, beside what the database said of them: where it says the same again, cell by cell, names
 * included, that is what will be sent (decision 0025).
 */
export function sentTitles(db: Database) {
  const byTag = sent.get(db) ?? new Map<string, Sent>()
  sent.set(db, byTag)
  return {
    find(row: StoredTitle): SentTitle | undefined {
      const shown: unknown = row
      const before = byTag.get(row.tag)
      if (before === undefined || !(shown instanceof ShownTitle)) return undefined
      return isSame(shown.raw, before.raw) ? before.written : undefined
    },
    keep(row: StoredTitle, written: SentTitle): void {
      const shown: unknown = row
      if (!(shown instanceof ShownTitle)) return
      if (byTag.size >= REMEMBERED) byTag.clear()
      byTag.set(row.tag, { raw: shown.raw, written })
    },
  }
}

function isSame(one: ShownTitle['raw'], other: ShownTitle['raw']): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other
  return one.length === other.length && one.every((cell, index) => cell === other[index])
}
