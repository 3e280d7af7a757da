import type { MemberImportRow } from '@kinora/core'
import { memberColumns, readCsv, readMembers } from '@kinora/core/bulk'
import { readBatchFile, type StoredBatch } from '../batch-work/index.ts'
import type { Deps } from '../deps.ts'
import { reasonsOf } from './files.ts'
import { keptWords, readKept } from './kept.ts'
import { mergeBatch } from './store.ts'

/**
 * The rows of a file that will be refused once it is processed (USER-05), and those that would overwrite what staff has corrected
 * by hand; none where it is lost.
 */
export async function tellingRows(deps: Deps, batch: StoredBatch): Promise<MemberImportRow[]> {
  const file = await readBatchFile(deps, batch)
  const found: MemberImportRow[] = []
  if (file === undefined) return found
  for await (const event of readMembers(readCsv(file, memberColumns))) {
    if (event.kind !== 'rows') continue
    const merged = mergeBatch(event.rows)
    const kept = await readKept(deps.db, merged, batch.tenantId!)
    for (const row of event.rows) {
      const { row: at, externalUserId } = row
      const names = merged.keptOf(row, kept)
      if ('issues' in row) found.push({ row: at, externalUserId, state: 'refused', problem: reasonsOf(row) })
      else if (names.length > 0)
        found.push({ row: at, externalUserId, state: 'kept', problem: keptWords(names) })
    }
  }
  return found
}
