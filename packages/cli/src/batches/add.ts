import { checkBatch, createMessages, en, KinoraError } from '@kinora/core'
import {
  type BatchInspection,
  createDirectory,
  inspectBatch,
  type Problem,
  readCsv,
  templateRows,
} from '@kinora/core/bulk'
import { createProblemList, toLine } from '../bulk/show-problems.ts'
import { wordsIn } from '../bulk/words.ts'
import { assertTemplateHeader } from '../file-work/header.ts'
import { safe, say } from '../kernel/cells.ts'
import { exitCodes } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { rowsText, text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'
import { processCommand } from './read.ts'

export interface AddFlags {
  title?: string
  email?: string
  dryRun?: boolean
  process?: boolean
  yes?: boolean
}

const template = { columns: templateRows()[0] ?? [], command: 'kinora batches template' }
const words = (session: Session) => wordsIn(session, template.command)

/** BULK-06, BULK-07, BULK-12: what is wrong is shown by row and column before anything is sent. */
export async function addCommand(session: Session, path: string, flags: AddFlags): Promise<void> {
  const file = await session.world.files.open(path)
  const api = await session.api()
  const draft = {
    title: flags.title ?? file.name.replace(/\.csv$/i, ''),
    notificationEmail: flags.email ?? (await session.user()).email,
  }
  const issues = checkBatch(draft, file)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  await assertTemplateHeader(file, template)
  const found = await check(session, file)
  if (flags.dryRun) {
    showProblems(session, found.problems)
    return conclude(session, found)
  }
  for (const problem of found.problems.filter(({ level }) => level === 'error'))
    session.print.warn(toLine(problem, words(session)))
  await agree(session, found, flags)
  const { batchId } = await api.batches.add(
    { ...draft, file: new File([file.blob], file.name, { type: 'text/csv' }) },
    { timeout: 0 },
  )
  const isFollowed = flags.process && session.print.json
  if (!isFollowed && (session.print.json || !session.world.stdout.isTTY)) showId(session, batchId)
  session.print.note(createMessages(en).text('success.uploadingFile'))
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

async function check(session: Session, file: LocalFile): Promise<BatchInspection> {
  const api = await session.api()
  const directory = createDirectory(await api.metadata.view({}))
  const found = await inspectBatch(readCsv(file.blob.stream()), { directory })
  if (!found.unusable) return found
  showProblems(session, found.problems)
  session.print.fail('This CSV can’t be used as a batch.')
  throw new KinoraError('invalid', { issues: [{ path: 'file', code: 'validation.fileFormat' }] })
}

function showProblems(session: Session, problems: readonly Problem[]): void {
  const list = createProblemList(session, words(session))
  list.add(problems)
  list.end()
}

/** Exit code 0, 6 when some rows would be refused, 2 when all would. */
function conclude(session: Session, { rows, bad, problems }: BatchInspection): void {
  if (bad === 0) {
    const warnings = problems.length
    session.print.done(
      warnings > 0
        ? say(
            {
              one: '{{rows}} can be imported, with {{count}} warning about missing details.',
              other: '{{rows}} can be imported, with {{count}} warnings about missing details.',
            },
            { rows: rowsText(rows), count: warnings },
          )
        : safe`${rowsText(rows)} can be imported.`,
    )
    return
  }
  session.print.warn(text('batches.add.bad', { rows, bad }))
  session.code = bad < rows ? exitCodes.partly : exitCodes.usage
}

async function agree(session: Session, { rows, bad }: BatchInspection, flags: AddFlags): Promise<void> {
  if (bad === 0) return
  session.print.warn(text('batches.add.bad', { rows, bad }))
  if (flags.yes || !session.interactive) return
  await requireYes(
    session,
    say('{{bad}} of {{rows}} rows have errors and would be skipped. Add the batch anyway?', { rows, bad }),
  )
}
