import { assertNoIssues, checkWith, isKinoraError, Role, StaffDraft } from '@kinora/core'
import type { LocalAccounts } from '@kinora/server/platform'
import { type Command, Option } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain } from '../kernel/exit.ts'
import { dataFlag, quoted } from '../kernel/hints.ts'
import { printing } from '../kernel/json-fields.ts'
import { type FillCommand, type LazyCommand, verb } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import { withSpinner } from '../kernel/progress.ts'
import { askPassword, stdinLines } from '../kernel/secrets.ts'
import type { Session } from '../kernel/session.ts'
import { roleName, roleValue } from '../titles/format.ts'

const help = { email: 'email address of the account', stdin: 'read the password from stdin' } as const

interface Flags {
  data?: string
  passwordStdin?: boolean
  name?: string
  role?: keyof typeof roles
}

type Row = Awaited<ReturnType<LocalAccounts['list']>>[number]

const roles = { admin: Role.Admin, support: Role.Support } as const
const fields = ['userId', 'email', 'displayName', 'role', 'roleName', 'isActive']
const toShown = (row: Row) => ({ ...row, roleName: roleValue(row.role) })
const withData = (command: Command) =>
  command.option('--data <folder>', 'data folder (default: KINORA_DATA_DIR, else .kinora)')
const addList: FillCommand = (command, session) => {
  withData(command)
    .hook('preAction', printing(session, fields))
    .action(async (flags: Flags) => {
      const rows = await withAccounts(session, flags, accounts => accounts.list())
      session.print.table(rows.map(toShown), [
        { header: 'EMAIL', value: row => row.email, look: 'accent' },
        { header: 'NAME', value: row => row.displayName, flexible: true },
        { header: 'ROLE', value: row => roleName(row.role) },
        { header: 'ACTIVE', value: row => (row.isActive ? 'yes' : 'no') },
      ])
    })
  addExamples(command, ['', '--data /var/lib/kinora --json email,roleName'])
}

const addCreate: FillCommand = (command, session) => {
  withData(command)
    .argument('<email>', help.email)
    .addOption(new Option('--role <role>', 'kind of account').choices(Object.keys(roles)).default('admin'))
    .option('--name <name>', 'name of the person; the part of the email before @ without it')
    .option('--password-stdin', help.stdin)
    .hook('preAction', printing(session, fields))
    .action(async (email: string, flags: Flags) => {
      const role = roles[flags.role ?? 'admin']
      const known = { email, displayName: flags.name ?? email.split('@')[0] ?? '', role }
      assertNoIssues(checkWith(StaffDraft.omit({ password: true }), known))
      const draft = { ...known, password: await readPassword(session, flags) }
      assertNoIssues(checkWith(StaffDraft, draft))
      const account = await withAccounts(session, { ...flags, made: true }, accounts =>
        accounts.create(StaffDraft.parse(draft)),
      ).catch((error: unknown) => {
        const taken = safe`Use another email, or set a new password: kinora accounts password ${quoted(email)}${dataFlag(flags)}`
        throw withHow(error, 'account.emailTaken', taken)
      })
      session.print.record(toShown(account), [
        ['email', account.email],
        ['name', account.displayName],
        ['role', roleName(account.role)],
      ])
      session.print.done(safe`Created ${account.email} (${roleName(account.role)})`)
    })
  addExamples(command, [
    'me@example.com',
    'help@example.com --role support --name "Sam Lindqvist" --password-stdin < password.txt',
  ])
}

const addPassword: FillCommand = (command, session) => {
  withData(command)
    .argument('<email>', help.email)
    .option('--password-stdin', help.stdin)
    .action(async (email: string, flags: Flags) => {
      const password = await readPassword(session, flags)
      assertNoIssues(checkWith(StaffDraft.pick({ password: true }), { password }))
      const account = await withAccounts(session, flags, accounts =>
        accounts.setPassword(email, password),
      ).catch((error: unknown) => {
        const unknown = safe`List the accounts: kinora accounts list${dataFlag(flags)}`
        throw withHow(error, 'account.emailUnknown', unknown)
      })
      session.print.done(
        safe`Set a new password for ${account.email}. All sessions of the account have ended.`,
      )
    })
  addExamples(command, ['me@example.com', 'me@example.com --data /var/lib/kinora'])
}

/** Never from the command line itself, which other people of the machine can see. */
const readPassword = async (session: Session, { passwordStdin }: Flags): Promise<string> =>
  passwordStdin ? ((await stdinLines(session))[0] ?? '') : askPassword(session, 'Password')

/** Opens the database, says which, and closes it again; the server is loaded only here. */
async function withAccounts<T>(
  session: Session,
  { data, made }: Flags & { made?: boolean },
  work: (accounts: LocalAccounts) => Promise<T>,
): Promise<T> {
  const { world, print } = session
  const accounts = await withSpinner(session, 'Opening the database', async () => {
    const { openAccounts, readConfig } = await import('@kinora/server/platform')
    const config = readConfig({ ...world.env, ...(data !== undefined && { KINORA_DATA_DIR: data }) })
    return openAccounts(config, { made })
  }).catch((error: unknown) => {
    throw withMend(error)
  })
  try {
    print.note(print.paint.dim(safe`Database: ${accounts.place}`))
    return await work(accounts)
  } finally {
    await accounts.close()
  }
}

/** What to do where the database can't be opened. */
function withMend(error: unknown): unknown {
  if (!isKinoraError(error) || error.detail === undefined) return error
  const what = error.detail
  if (error.code === 'conflict')
    return explain('conflict', { what, how: 'Stop Kinora, run this command again, then start it.' }, error)
  if (error.code === 'notFound')
    return explain(
      'notFound',
      {
        what,
        how: 'Name the data folder: --data FOLDER, or KINORA_DATA_DIR. For PostgreSQL, set DATABASE_URL. To begin with a new one: kinora accounts create EMAIL',
      },
      error,
    )
  return error
}

function withHow(error: unknown, code: string, how: string): unknown {
  if (!isKinoraError(error)) return error
  const found = error.issues.find(issue => issue.code === code)
  return found === undefined ? error : explain(error.code, { what: messages.issue(found), how }, error)
}

/** C-80, C-99: `kinora accounts`, for whoever runs the server. */
export const accountVerbs: readonly LazyCommand[] = [
  verb('list', 'list all accounts', addList),
  verb('create', 'create an administrator or customer support', addCreate),
  verb('password', 'set a new password; all sessions of the account end', addPassword),
]
