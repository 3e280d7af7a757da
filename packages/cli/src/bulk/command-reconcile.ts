import { once } from '@kinora/core'
import { type ReconciledRow, reconcile } from '@kinora/core/bulk'
import { say } from '../kernel/cells.ts'
import type { Column } from '../kernel/print.ts'
import type { Session } from '../kernel/session.ts'
import { accountOf } from './account.ts'
import { findOwnRun, openJournal, reopenRun } from './run-journal.ts'
import { withJournalLock } from './run-task.ts'

const columns: readonly Column<ReconciledRow>[] = [
  { header: 'ROW', value: reconciled => reconciled.row, align: 'right' },
  { header: 'EXTERNAL ID', value: reconciled => reconciled.externalId },
  { header: 'TITLE', value: reconciled => reconciled.title, flexible: true },
  { header: 'TAG', value: reconciled => reconciled.tag },
  { header: 'NOW', value: reconciled => reconciled.now },
]

/** Takes over what people have changed since the last run, so that the next one goes on from there. */
export async function reconcileCommand(session: Session, path: string | undefined): Promise<void> {
  const { path: catalogue } = await findOwnRun(session, path)
  const account = await accountOf(session)
  const { name } = await openJournal(session, catalogue, account)
  await withJournalLock(session, name, async journal => {
    const { clock, interrupted: signal } = session.world
    const list = session.print.list(columns)
    let count = 0
    const send = once(await session.send())
    for await (const rows of reconcile({ ...reopenRun(journal), send, clock, signal })) {
      list.add(rows)
      count += rows.length
    }
    list.end()
    session.print.done(
      count === 0
        ? 'Nothing was changed elsewhere.'
        : say(
            {
              one: 'Accepted {{count}} title as it is on the server.',
              other: 'Accepted {{count}} titles as they are on the server.',
            },
            { count },
          ),
    )
  })
}
