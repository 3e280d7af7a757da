import { createMessages, en } from '@kinora/core'
import type { Session } from '../kernel/session.ts'
import { ofBatch } from './find.ts'
import { watchCommand } from './watch.ts'

const messages = createMessages(en)

/** API-49: exit code 7 while another batch is being processed. */
export async function processCommand(
  session: Session,
  id: string,
  { watch }: { watch?: boolean },
): Promise<void> {
  await ofBatch((await session.api()).batches.process({ id }))
  session.print.done(messages.text('success.bulkProcessing'))
  if (watch) await watchCommand(session, id, true)
}

/** API-48 */
export async function stopCommand(session: Session, id: string): Promise<void> {
  await ofBatch((await session.api()).batches.stop({ id }))
  session.print.done(messages.text('success.bulkStopped'))
}
