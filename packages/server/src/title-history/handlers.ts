import { assertNoIssues, type titleHistory } from '@kinora/core'
import type { Handlers } from '../kernel/handlers.ts'
import { auditOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { lockTitle, readTitle } from '../stored-titles/index.ts'
import { saveTitle, toSingle } from '../titles/index.ts'
import { readEntry, readFormer, toHistoryEntry } from './rows.ts'

export const titleHistoryHandlers: Handlers<typeof titleHistory> = {
  async list({ tag, page, take }, { scope, deps }) {
    await readTitle(scope, deps.db, tag)
    const found = await auditOf(scope, deps.db, { noun: 'titles', id: tag, page, take })
    const names = await deps.names.read()
    return { ...found, data: found.data.map(entry => toHistoryEntry(entry, names)) }
  },

  /** What is put back is saved like any other draft: the rules, the references and the version are asked again. */
  async restore({ tag, entryId, fields, version }, context) {
    const { scope, deps } = context
    const saved = await deps.db.transaction(async tx => {
      await lockTitle(scope, tx, tag)
      const entry = await readEntry(scope, tx, { tag, entryId })
      if (entry === undefined) throw notFound({ path: 'entryId', code: 'history.noSuchEntry' })
      if (entry.verb === 'create') assertNoIssues([{ path: 'entryId', code: 'history.nothingBefore' }])
      const former = await readFormer(tx, { tag, entryId, fields })
      const inTransaction = { ...context, deps: { ...deps, db: tx } }
      return saveTitle({ tag, version, ...former }, inTransaction, 'restoreVersion')
    })
    return toSingle(context, saved)
  },
}
