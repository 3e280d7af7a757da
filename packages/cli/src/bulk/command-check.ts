import { type Metadata, metadata } from '@kinora/core'
import { safe, say } from '../kernel/cells.ts'
import { exitCodes } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import { rowsText, text } from '../kernel/texts.ts'
import { type Inspection, inspect, openCatalogue } from './inspect.ts'
import { createProblemList } from './show-problems.ts'

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
  const send = await session.send()
  return send(metadata.view, {})
}

function summarise(session: Session, found: Inspection): void {
  const { rows, bad, warnings, fileless } = found.counts
  const good = rows - bad
  if (found.unusable) {
    session.print.fail('The catalogue can’t be run.')
    session.code = exitCodes.usage
  } else if (bad > 0) {
    session.print.warn(
      say(
        {
          one: '{{rows}}: {{good}} can be run, {{count}} has errors.',
          other: '{{rows}}: {{good}} can be run, {{count}} have errors.',
        },
        { rows: rowsText(rows), good, count: bad },
      ),
    )
    session.code = good > 0 ? exitCodes.partly : exitCodes.usage
  } else {
    const said = { rows: rowsText(rows), count: warnings }
    session.print.done(
      warnings > 0
        ? say(
            {
              one: '{{rows}} can be run; {{count}} warning about missing details.',
              other: '{{rows}} can be run; {{count}} warnings about missing details.',
            },
            said,
          )
        : safe`${said.rows} can be run. Nothing is missing.`,
    )
  }
  if (fileless > 0 && !found.unusable) session.print.note(text('bulk.check.noFile', { count: fileless }))
}
