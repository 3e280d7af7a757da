import { checkBatchFile, createMessages, en, KinoraError, type MemberImport } from '@kinora/core'
import { type BatchInspection, inspectMembers, memberColumns, readCsv } from '@kinora/core/bulk'
import { createProblemList, toLine } from '../bulk/show-problems.ts'
import { wordsIn } from '../bulk/words.ts'
import { followWork } from '../file-work/follow.ts'
import { assertTemplateHeader } from '../file-work/header.ts'
import { safe, say } from '../kernel/cells.ts'
import { exitCodes } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/hints.ts'
import { requireYes, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import type { LocalFile } from '../kernel/world.ts'
import { actingTenant } from '../tenants/tenant.ts'
import { orNotFound } from './read.ts'

export interface ImportFlags {
  dryRun?: boolean
  /** Told to be false by `--no-process`. */
  process?: boolean
  yes?: boolean
}

const messages = createMessages(en)
const template = { columns: memberColumns, command: 'kinora members template' }
const words = (session: Session) => wordsIn(session, template.command)
/** Problems that are told one by one before an upload. */
const TOLD = 20

/** USER-05, USER-11: what is wrong is shown by row and column before anything is sent. */
export async function importCommand(session: Session, path: string, flags: ImportFlags): Promise<void> {
  const { print, world } = session
  const file = await world.files.open(path)
  const issues = checkBatchFile(file)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  await assertTemplateHeader(file, template)
  const found = await check(session, file)
  if (flags.dryRun) return conclude(session, found)
  for (const problem of found.problems.slice(0, TOLD)) print.warn(toLine(problem, words(session)))
  await agree(session, found, flags)
  const tenantId = await actingTenant(session)
  const { fileId } = await (await session.api())['member-imports'].upload(
    { tenantId, file: new File([file.blob], file.name, { type: 'text/csv' }) },
    { timeout: 0 },
  )
  print.note(messages.text('success.uploadingFile'))
  const context = contextFlags(session)
  if (flags.process !== false) return processCommand(session, fileId)
  print.record({ fileId }, [['fileId', fileId]])
  print.done(
    safe`Uploaded ${file.name} as ${fileId}. Start it with: kinora members process ${fileId}${context}`,
  )
}

/** API-153 */
export async function processCommand(session: Session, fileId: string): Promise<void> {
  const tenantId = await actingTenant(session)
  await orNotFound((await session.api())['member-imports'].process({ tenantId, fileId }), 'import')
  session.print.done(messages.text('success.bulkProcessing'))
  await watchCommand(session, fileId, true)
}

/** API-153 */
export async function stopCommand(session: Session, fileId: string): Promise<void> {
  const tenantId = await actingTenant(session)
  await orNotFound((await session.api())['member-imports'].stop({ tenantId, fileId }), 'import')
  session.print.done(messages.text('success.bulkStopped'))
}

/** Follows an import to its end. */
export async function watchCommand(session: Session, fileId: string, isBegun = false): Promise<void> {
  const tenantId = await actingTenant(session)
  const context = contextFlags(session)
  const { failedUsers } = await followWork(
    session,
    {
      look: async options =>
        orNotFound((await session.api())['member-imports'].fetch({ tenantId, fileId }, options), 'import'),
      toWork,
      again: `kinora members watch ${fileId}${context}`,
      resume: `kinora members process ${fileId}${context}`,
    },
    isBegun,
  )
  if (failedUsers > 0) session.print.note(safe`See every row with: kinora members report ${fileId}${context}`)
}

const toWork = ({ name, status, problem, isFinishing, ...found }: MemberImport) => ({
  title: name,
  status,
  problem,
  isFinishing,
  rows: { total: found.totalUsers, done: found.doneUsers, bad: found.failedUsers },
})

async function check(session: Session, file: LocalFile): Promise<BatchInspection> {
  const found = await inspectMembers(readCsv(file.blob.stream(), memberColumns))
  if (!found.unusable) return found
  showProblems(session, found)
  session.print.fail('This CSV can’t be used to import members.')
  throw new KinoraError('invalid', { issues: [{ path: 'file', code: 'validation.fileFormat' }] })
}

function showProblems(session: Session, { problems }: BatchInspection): void {
  const list = createProblemList(session, words(session))
  list.add(problems)
  list.end()
}

/** Exit code 0, 6 when some rows would be refused, 2 when all would. */
function conclude(session: Session, found: BatchInspection): void {
  showProblems(session, found)
  const { rows, bad } = found
  if (bad === 0) {
    session.print.done(
      say({ one: '{{count}} row, no errors.', other: '{{count}} rows, no errors.' }, { count: rows }),
    )
    return
  }
  session.print.warn(text('batches.add.bad', { rows, bad }))
  session.code = bad < rows ? exitCodes.partly : exitCodes.usage
}

async function agree(session: Session, { rows, bad }: BatchInspection, flags: ImportFlags): Promise<void> {
  if (bad === 0) return
  session.print.warn(text('batches.add.bad', { rows, bad }))
  if (!flags.yes && session.interactive)
    await requireYes(
      session,
      say('{{bad}} of {{rows}} rows have errors and would be skipped. Import the others anyway?', {
        rows,
        bad,
      }),
    )
}
