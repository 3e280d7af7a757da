import { type Issue, isKinoraError } from '@kinora/core'
import {
  type ParsedTenantFile,
  type PlanOptions,
  parseTenantFile,
  planTenant,
  TENANT_FILE_MAX,
  type TenantFile,
  type TenantFilePorts,
  type TenantFileProblem,
  type TenantPlan,
  type TenantSection,
  tenantSections,
  toProblems,
} from '@kinora/core/tenant-file'
import { decodeText, safe, say } from '../../kernel/cells.ts'
import { exitCodes, explain, usage } from '../../kernel/exit.ts'
import { contextFlags, inContext } from '../../kernel/hints.ts'
import { messages } from '../../kernel/messages.ts'
import { withSpinner } from '../../kernel/progress.ts'
import type { Session } from '../../kernel/session.ts'
import { openPorts } from './ports.ts'

export interface PlanFlags {
  prune?: boolean
  renewSecrets?: boolean
  only?: string[]
  /** Where pictures and terms may lie. */
  files?: string
}

/** A file that was read, and what a plan of it needs. */
export interface OpenedTenantFile {
  path: string
  parsed: ParsedTenantFile
  file: TenantFile
  ports: TenantFilePorts
  options: PlanOptions
}

/** Reads a tenant's file; what is wrong with it is reported at once, with what the platform finds wrong with its other parts. */
export async function openTenantFile(
  session: Session,
  path: string,
  flags: PlanFlags,
): Promise<OpenedTenantFile> {
  const only = flags.only?.map(toSection)
  const parsed = parseTenantFile(await readText(session, path))
  const options = { prune: flags.prune, renewSecrets: flags.renewSecrets, only }
  const open = () => openPorts(session, path, flags.files)
  if (parsed.file === undefined)
    throw showProblems(session, path, parsed, [
      ...parsed.issues,
      ...(await issuesOf(parsed.sound, open, options)),
    ])
  return { path, parsed, file: parsed.file, ports: await open(), options }
}

/** None where the platform can't be asked: the file is to be mended first. */
async function issuesOf(
  sound: ParsedTenantFile['sound'],
  open: () => Promise<TenantFilePorts>,
  options: PlanOptions,
): Promise<readonly Issue[]> {
  if (sound === undefined) return []
  try {
    const { issues } = await planTenant(sound.file, await open(), options)
    return issues.filter(({ path }) => sound.isCertain(path))
  } catch (error) {
    if (!isKinoraError(error) || error.code === 'aborted') throw error
    return []
  }
}

/** No more than shows that it is too large; a pipe is read to its end. */
async function readText({ world: { files } }: Session, path: string): Promise<string> {
  if (!(await files.isFile(files.resolve(path)))) return files.text(path)
  const part = (await files.open(path)).blob.slice(0, TENANT_FILE_MAX * 4)
  return decodeText(new Uint8Array(await part.arrayBuffer()))
}

/** The plan of a file; what is wrong with the file as the server stands is said and ends the command. */
export async function makePlan(session: Session, opened: OpenedTenantFile): Promise<TenantPlan> {
  const { path, parsed, file, ports, options } = opened
  const plan = await withSpinner(session, safe`Comparing ${path} with the platform …`, () =>
    planTenant(file, ports, options),
  )
  if (plan.issues.length > 0) throw showProblems(session, path, parsed, plan.issues)
  return plan
}

function toSection(name: string): TenantSection {
  const found = tenantSections.find(section => section.toLowerCase() === name.toLowerCase())
  if (found === undefined)
    throw usage(safe`A tenant’s file has no part ${name}`, safe`Parts: ${tenantSections.join(', ')}`)
  return found
}

/** A line for each: file:line:column, the field, what is wrong and how to mend it. With `--json` they are the result. */
function showProblems(session: Session, file: string, parsed: ParsedTenantFile, issues: readonly Issue[]) {
  const context = contextFlags(session)
  const problems = toProblems(parsed, issues, messages).map(problem => ({
    ...problem,
    mend: inContext(problem.mend, context),
  }))
  if (session.print.json) session.print.record({ problems }, [])
  else for (const problem of problems) session.print.fail(toLine(file, problem))
  session.code = exitCodes.usage
  const what = say(
    { one: '{{file}} has {{count}} problem', other: '{{file}} has {{count}} problems' },
    { file, count: problems.length },
  )
  return explain('invalid', {
    what,
    how: 'Nothing was changed. Correct the file, then run the command again.',
  })
}

function toLine(file: string, { line, column, path, what, mend }: TenantFileProblem): string {
  const sentence = /[.!?]$/.test(what) ? what : `${what}.`
  const field = path === '' ? '' : `${path}: `
  return say('{{place}} {{path}}{{what}} {{mend}}', {
    place: `${file}:${line}:${column}`,
    path: field,
    what: sentence,
    mend,
  })
}
