import type { Metadata } from '@kinora/core'
import { exitCodes } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import { type Inspection, inspect, openCatalogue } from './inspect.ts'
import { createProblemList } from './show-problems.ts'
import { bulkText, rowsText } from './texts.ts'

/**
 * Prints every problem of a catalogue on stdout. Without a server it says what can be said offline, then fails as
 * the missing server does. Exit code 0, 6 when some rows can be run, 2 when none can.
 */
export async function checkCommand(
  session: Session,
  path: string,
  options: { offline?: boolean; publish?: boolean },
): Promise<void> {
  const asked = options.offline ? {} : await askMetadata(session)
  const catalogue = await openCatalogue(session, path, asked.metadata)
  await session.world.limitHeapGrowth()
  const list = createProblemList(session)
  const publish = options.publish ?? false
  const found = await inspect(session, catalogue, { publish, onProblems: list.add })
  list.end()
  summarise(session, found)
  if ('error' in asked) throw asked.error
}

async function askMetadata(session: Session): Promise<{ metadata?: Metadata; error?: unknown }> {
  try {
    return { metadata: await viewMetadata(session) }
  } catch (error) {
    return { error }
  }
}

export async function viewMetadata(session: Session): Promise<Metadata> {
  const api = await session.api()
  return api.metadata.view({}, { signal: session.world.interrupted })
}

function summarise(session: Session, found: Inspection): void {
  const { rows, bad, warnings, fileless } = found.counts
  const good = rows - bad
  if (found.unusable) {
    session.print.fail(bulkText('check.unusable'))
    session.code = exitCodes.usage
  } else if (bad > 0) {
    session.print.warn(bulkText('check.bad', { rows: rowsText(rows), good, count: bad }))
    session.code = good > 0 ? exitCodes.partly : exitCodes.usage
  } else {
    const key = warnings > 0 ? 'check.warned' : 'check.good'
    session.print.done(bulkText(key, { rows: rowsText(rows), count: warnings }))
  }
  if (fileless > 0 && !found.unusable) session.print.note(bulkText('check.noFile', { count: fileless }))
}
