import { followWork } from '../file-work/follow.ts'
import { contextFlags } from '../kernel/follow-up.ts'
import type { Session } from '../kernel/session.ts'
import { ofBatch } from './find.ts'

/** Follows a batch; see `followWork`. */
export async function watchCommand(session: Session, id: string, isBegun = false): Promise<void> {
  const context = contextFlags(session)
  await followWork(
    session,
    {
      look: async () => ofBatch((await session.api()).batches.fetch({ id })),
      toWork: batch => batch,
      again: `kinora batches watch ${id}${context}`,
      resume: `kinora batches process ${id}${context}`,
    },
    isBegun,
  )
}
