import { type Orphans, STORED_KINDS, type StoredKind, type storage } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { foreignReferences } from '../references/index.ts'
import { countUndigested, findMissing, findOrphans, removeOrphans, type StoredUnit } from './orphans.ts'

export const storageHandlers: Handlers<typeof storage> = {
  async orphans(_, { deps }) {
    const found: StoredUnit[] = []
    for await (const unit of findOrphans(deps)) found.push(unit)
    return { orphans: toOrphans(found) }
  },

  async removeOrphans(_, { deps, signal }) {
    const removed: StoredUnit[] = []
    for await (const unit of removeOrphans(deps, { signal })) removed.push(unit)
    const orphans = toOrphans(removed)
    deps.log.info({ orphans }, 'files that no row names were removed')
    return { orphans }
  },

  missing: async (_, { deps, signal }) => ({
    missing: await findMissing(deps, signal),
    undigested: await countUndigested(deps.db),
  }),

  references: async (_, { deps }) => ({ references: await foreignReferences(deps.db) }),
}

function toOrphans(units: readonly StoredUnit[]): Orphans[] {
  return STORED_KINDS.map((kind: StoredKind) => {
    const ofKind = units.filter(unit => unit.kind === kind)
    const sum = (figure: 'files' | 'bytes') => ofKind.reduce((total, unit) => total + unit[figure], 0)
    return { kind, files: sum('files'), bytes: sum('bytes') }
  })
}
