import { type Orphans, STORED_KINDS, type StoredKind, type storage } from '@kinora/core'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { findOrphans, isYoung, type StoredUnit } from './orphans.ts'
import { listUnits } from './units.ts'

export const storageHandlers: Handlers<typeof storage> = {
  async orphans(_, { deps }) {
    const found: StoredUnit[] = []
    for await (const unit of findOrphans(deps)) found.push(unit)
    return { orphans: toOrphans(found) }
  },

  async removeOrphans(_, { deps, signal }) {
    const removed: StoredUnit[] = []
    for await (const unit of findOrphans(deps)) {
      signal.throwIfAborted()
      if (await removeUnit(deps, unit)) removed.push(unit)
    }
    const orphans = toOrphans(removed)
    deps.log.info({ orphans }, 'files that no row names were removed')
    return { orphans }
  },
}

/** What was written since it was found has an owner soon. */
async function removeUnit({ blobs, clock }: Deps, { kind, key }: StoredUnit): Promise<boolean> {
  for await (const now of listUnits(blobs, kind, key)) if (isYoung(now, clock)) return false
  if (kind === 'parts') await blobs.parts.abandon(key)
  else await blobs.remove(key)
  return true
}

function toOrphans(units: readonly StoredUnit[]): Orphans[] {
  return STORED_KINDS.map((kind: StoredKind) => {
    const ofKind = units.filter(unit => unit.kind === kind)
    const sum = (figure: 'files' | 'bytes') => ofKind.reduce((total, unit) => total + unit[figure], 0)
    return { kind, files: sum('files'), bytes: sum('bytes') }
  })
}
