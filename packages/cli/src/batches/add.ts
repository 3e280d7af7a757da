import { batches, checkBatch, KinoraError, metadata, type Send } from '@kinora/core'
import { createDirectory, inspectBatch, readCsv, templateRows } from '@kinora/core/bulk'
import { agreeToSkip, type CsvWork, concludeCsv, inspectCsv } from '../file-work/csv.ts'
import { safe, say } from '../kernel/cells.ts'
import { contextFlags } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import type { Session } from '../kernel/session.ts'
import { rowsText } from '../kernel/texts.ts'
import { processCommand } from './read.ts'

export interface AddFlags {
  title?: string
  email?: string
  dryRun?: boolean
  process?: boolean
  yes?: boolean
}

/** BULK-06, BULK-07, BULK-12: what is wrong is shown by row and column before anything is sent. */
export async function addCommand(session: Session, path: string, flags: AddFlags): Promise<void> {
  const file = await session.world.files.open(path)
  const send = await session.send()
  const draft = {
    title: flags.title ?? file.name.replace(/\.csv$/i, ''),
    notificationEmail: flags.email ?? (await session.user()).email,
  }
  const issues = checkBatch(draft, file)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const work = csvWork(send)
  const found = await inspectCsv(session, file, work)
  if (flags.dryRun) return concludeCsv(session, found, work)
  const named = found.problems.filter(({ level }) => level === 'error')
  await agreeToSkip(session, { named, found }, { ...work, yes: flags.yes })
  const { batchId } = await send(
    batches.add,
    { ...draft, file: new File([file.blob], file.name, { type: 'text/csv' }) },
    { timeout: 0 },
  )
  const isFollowed = flags.process && session.print.json
  if (!isFollowed && (session.print.json || !session.world.stdout.isTTY)) showId(session, batchId)
  session.print.note(messages.text('success.uploadingFile'))
  const { title } = draft
  session.print.done(
    safe`Added ${title} with ${rowsText(found.rows)}. Start it with: kinora batches process ${batchId}${contextFlags(session)}`,
  )
  if (!flags.process) return
  try {
    await processCommand(session, batchId, { watch: true })
  } catch (error) {
    if (isFollowed) showId(session, batchId)
    throw error
  }
}

/** With --process --json it stands in the batch that is printed at the end, so that there is one document. */
const showId = ({ print }: Session, batchId: string): void =>
  print.record({ batchId }, [['batchId', batchId]])

const csvWork = (send: Send): CsvWork => ({
  columns: templateRows()[0] ?? [],
  command: 'kinora batches template',
  inspect: async blob =>
    inspectBatch(readCsv(blob.stream()), { directory: createDirectory(await send(metadata.view, {})) }),
  unusable: 'This CSV can’t be used as a batch.',
  good: ({ rows, problems: { length: count } }) =>
    count === 0
      ? safe`${rowsText(rows)} can be imported.`
      : say(
          {
            one: '{{rows}} can be imported, with {{count}} warning about missing details.',
            other: '{{rows}} can be imported, with {{count}} warnings about missing details.',
          },
          { rows: rowsText(rows), count },
        ),
  question: '{{bad}} of {{rows}} rows have errors and would be skipped. Add the batch anyway?',
})
