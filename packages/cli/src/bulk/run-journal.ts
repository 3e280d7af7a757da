import { KinoraError } from '@kinora/core'
import {
  applyEntry,
  digestText,
  type Entry,
  type RunAccount,
  type RunRecord,
  replayJournal,
  startRun,
} from '@kinora/core/bulk'
import { safe } from '../kernel/cells.ts'
import { explain } from '../kernel/exit.ts'
import type { Session } from '../kernel/session.ts'
import type { JournalLog } from '../kernel/world.ts'

/** The journal of one catalogue on one server. */
export interface RunJournal {
  name: string
  log: JournalLog<Entry>
  run: RunRecord | undefined
}

/**
 * Found again by where the catalogue lies and which server it is for; its runs add to the same journal. An account that
 * runs a catalogue of another's has a journal of its own beside that one, whose titles may be out of its reach.
 */
export async function openJournal(
  session: Session,
  cataloguePath: string,
  account: RunAccount,
): Promise<RunJournal> {
  const name = await nameOf(session, cataloguePath)
  const first = await readJournal(session, name)
  if (isRunBy(first.run, account)) return first
  const digest = await digestText(`${account.userId}\n${account.tenant ?? ''}`)
  return readJournal(session, `${name}-${digest.slice(0, 8)}`)
}

async function nameOf(session: Session, cataloguePath: string): Promise<string> {
  const full = session.world.files.resolve(cataloguePath)
  return `bulk/${(await digestText(`${await session.url()}\n${full}`)).slice(0, 24)}`
}

export async function readJournal(session: Session, name: string): Promise<RunJournal> {
  const log = session.world.journal.log<Entry>(name)
  let run: RunRecord | undefined
  for await (const entries of log.entries()) run = replayJournal(entries, run)
  return { name, log, run }
}

/** Every catalogue that was run by this user of the machine, oldest first. */
export async function listJournals(session: Session): Promise<RunJournal[]> {
  const journals: RunJournal[] = []
  for (const name of await session.world.journal.list('bulk')) journals.push(await readJournal(session, name))
  return journals
}

/** The run of a catalogue, or the latest run of any, by any account; for reading only. */
export async function findRun(
  session: Session,
  cataloguePath: string | undefined,
): Promise<{ journal: RunJournal; run: RunRecord }> {
  const names = await session.world.journal.list('bulk')
  const own = cataloguePath === undefined ? undefined : await nameOf(session, cataloguePath)
  const latest = names.findLast(name => own === undefined || name === own || name.startsWith(`${own}-`))
  const journal = latest === undefined ? undefined : await readJournal(session, latest)
  if (journal?.run === undefined) throw neverRun()
  return { journal, run: journal.run }
}

/**
 * The same, to go on with or to take back: refused where it was run on another server or by another account, for whom a title
 * out of its reach looks like one that is gone.
 */
export async function findOwnRun(session: Session, cataloguePath: string | undefined): Promise<RunRecord> {
  const account = await accountOf(session)
  if (cataloguePath === undefined) {
    const run = await latestHere(session)
    if (!isRunBy(run, account)) throw otherAccount(run.account!, account)
    return run
  }
  const { run } = await openJournal(session, cataloguePath, account)
  if (run !== undefined) return run
  const first = await readJournal(session, await nameOf(session, cataloguePath))
  throw first.run?.account === undefined ? neverRun() : otherAccount(first.run.account, account)
}

/** What was run last on this server. */
async function latestHere(session: Session): Promise<RunRecord> {
  const url = await session.url()
  let elsewhere: string | undefined
  for (const name of (await session.world.journal.list('bulk')).reverse()) {
    const { run } = await readJournal(session, name)
    if (run?.url === url) return run
    elsewhere ??= run?.url
  }
  if (elsewhere === undefined) throw neverRun()
  throw new KinoraError('conflict', {
    detail: safe`The last run was on ${elsewhere}. Pass --url with that server, or name a catalogue.`,
  })
}

const neverRun = (): Error =>
  explain('notFound', {
    what: 'This catalogue hasn’t been run from this user account.',
    how: 'Run it with: kinora titles bulk run <catalogue>. List earlier runs with: kinora titles bulk status',
  })

/** Starts a run. Every entry goes to the disk and into `run`. */
export async function beginRun(journal: RunJournal, start: Extract<Entry, { kind: 'run' }>) {
  await journal.log.append(start)
  return appendTo(journal, startRun(start, journal.run))
}

/** Appends to the latest run instead of starting another. */
export function reopenRun(journal: RunJournal) {
  if (journal.run === undefined) throw neverRun()
  return appendTo(journal, journal.run)
}

/** Cells are slices of the catalogue's text; without a copy they would keep all of it in memory. */
const detached = <T>(entry: T): T => JSON.parse(JSON.stringify(entry)) as T

function appendTo(journal: RunJournal, run: RunRecord) {
  return {
    run,
    async append(entry: Exclude<Entry, { kind: 'run' }>) {
      await journal.log.append(entry)
      applyEntry(run, detached(entry))
    },
  }
}

/** Who is signed in, and for which tenant. */
export async function accountOf(session: Session): Promise<RunAccount> {
  const { userId, email } = await session.user()
  const { tenant } = session.options
  return { userId, email, ...(tenant === undefined ? {} : { tenant }) }
}

/** Whether a catalogue was run by this account, or by nobody yet. */
export const isRunBy = (run: RunRecord | undefined, account: RunAccount): boolean =>
  run === undefined || (run.account?.userId === account.userId && run.account.tenant === account.tenant)

function otherAccount(ran: RunAccount, now: RunAccount): KinoraError {
  const { email, tenant } = ran
  const other = () =>
    ran.userId === now.userId
      ? safe`The catalogue was run as ${email} without --tenant. Use the same account without --tenant.`
      : safe`The catalogue was run as ${email}. Sign in as that account.`
  const detail =
    tenant === undefined
      ? other()
      : safe`The catalogue was run as ${email} with --tenant ${tenant}. Use the same account and tenant.`
  return new KinoraError('conflict', { detail })
}
