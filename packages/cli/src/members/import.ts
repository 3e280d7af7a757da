import { checkBatchFile, KinoraError, type MemberImport, memberImports } from '@kinora/core'
import { inspectMembers, memberColumns, readCsv } from '@kinora/core/bulk'
import { agreeToSkip, type CsvWork, concludeCsv, inspectCsv } from '../file-work/csv.ts'
import { followWork } from '../file-work/follow.ts'
import { safe, say } from '../kernel/cells.ts'
import { contextFlags } from '../kernel/hints.ts'
import { messages } from '../kernel/messages.ts'
import { orNotFound } from '../kernel/missing.ts'
import type { Session } from '../kernel/session.ts'
import { sendForTenant } from '../tenants/tenant.ts'
import { importHow } from './read.ts'

export interface ImportFlags {
  dryRun?: boolean
  /** False with `--no-process`. */
  process?: boolean
  yes?: boolean
}

/** Problems that are listed one by one before an upload. */
const TOLD = 20

const work: CsvWork = {
  columns: memberColumns,
  command: 'kinora members template',
  inspect: blob => inspectMembers(readCsv(blob.stream(), memberColumns)),
  unusable: 'This CSV can’t be used to import members.',
  good: ({ rows: count }) =>
    say({ one: '{{count}} row, no errors.', other: '{{count}} rows, no errors.' }, { count }),
  question: '{{bad}} of {{rows}} rows have errors and would be skipped. Import the others anyway?',
}

/** USER-05, USER-11: what is wrong is shown by row and column before anything is sent. */
export async function importCommand(session: Session, path: string, flags: ImportFlags): Promise<void> {
  const { print, world } = session
  const file = await world.files.open(path)
  const issues = checkBatchFile(file)
  if (issues.length > 0) throw new KinoraError('invalid', { issues })
  const found = await inspectCsv(session, file, work)
  if (flags.dryRun) return concludeCsv(session, found, work)
  await agreeToSkip(session, { named: found.problems.slice(0, TOLD), found }, { ...work, yes: flags.yes })
  const csv = new File([file.blob], file.name, { type: 'text/csv' })
  const { fileId } = await sendForTenant(session, memberImports.upload, { file: csv }, { timeout: 0 })
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
  await orNotFound(sendForTenant(session, memberImports.process, { fileId }), importHow)
  session.print.done(messages.text('success.bulkProcessing'))
  await watchCommand(session, fileId, true)
}

/** API-153 */
export async function stopCommand(session: Session, fileId: string): Promise<void> {
  await orNotFound(sendForTenant(session, memberImports.stop, { fileId }), importHow)
  session.print.done(messages.text('success.bulkStopped'))
}

/** Follows an import to its end. */
export async function watchCommand(session: Session, fileId: string, isBegun = false): Promise<void> {
  const context = contextFlags(session)
  const { failedUsers } = await followWork(
    session,
    {
      look: options =>
        orNotFound(sendForTenant(session, memberImports.fetch, { fileId }, options), importHow),
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
