import { assertNoIssues, checkWith, createMessages, en, isKinoraError, Role, StaffDraft } from '@kinora/core'
import type { LocalAccounts } from '@kinora/server/platform'
import { type Command, Option } from 'commander'
import { accountText } from '../accounts/texts.ts'
import { explain } from '../kernel/exit.ts'
import { quoted } from '../kernel/follow-up.ts'
import { printing } from '../kernel/json-fields.ts'
import type { FillCommand, LazyCommand } from '../kernel/lazy.ts'
import { askPassword, stdinLines } from '../kernel/passwords.ts'
import type { Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { roleName, roleValue } from '../titles/format.ts'

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
const withData = (command: Command) => command.option('--data <folder>', accountText('help.data'))
/** The flag again, for a command to run next. */
const dataFlag = ({ data }: Flags): string => (data === undefined ? '' : ` --data ${quoted(data)}`)

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
}

const addCreate: FillCommand = (command, session) => {
  withData(command)
    .argument('<email>', accountText('help.email'))
    .addOption(
      new Option('--role <role>', accountText('help.role')).choices(Object.keys(roles)).default('admin'),
    )
    .option('--name <name>', accountText('help.name'))
    .option('--password-stdin', accountText('help.stdin'))
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
        const taken = accountText('taken.how', { email: quoted(email), data: dataFlag(flags) })
        throw withHow(error, 'account.emailTaken', taken)
      })
      session.print.record(toShown(account), [
        ['email', account.email],
        ['name', account.displayName],
        ['role', roleName(account.role)],
      ])
      session.print.done(accountText('created', { email: account.email, role: roleName(account.role) }))
    })
}

const addPassword: FillCommand = (command, session) => {
  withData(command)
    .argument('<email>', accountText('help.email'))
    .option('--password-stdin', accountText('help.stdin'))
    .action(async (email: string, flags: Flags) => {
      const password = await readPassword(session, flags)
      assertNoIssues(checkWith(StaffDraft.pick({ password: true }), { password }))
      const account = await withAccounts(session, flags, accounts =>
        accounts.setPassword(email, password),
      ).catch((error: unknown) => {
        const unknown = accountText('unknown.how', { data: dataFlag(flags) })
        throw withHow(error, 'account.emailUnknown', unknown)
      })
      session.print.done(accountText('changed', { email: account.email }))
    })
}

/** Never from the command line itself, which other people of the machine can see. */
const readPassword = async (session: Session, { passwordStdin }: Flags): Promise<string> =>
  passwordStdin ? ((await stdinLines(session))[0] ?? '') : askPassword(session, accountText('ask.password'))

/** Opens the database, says which, and closes it again; the server is loaded only here. */
async function withAccounts<T>(
  session: Session,
  { data, made }: Flags & { made?: boolean },
  work: (accounts: LocalAccounts) => Promise<T>,
): Promise<T> {
  const { world, print } = session
  const accounts = await withSpinner(session, accountText('wait.open'), async () => {
    const { openAccounts, readConfig } = await import('@kinora/server/platform')
    const config = readConfig({ ...world.env, ...(data !== undefined && { KINORA_DATA_DIR: data }) })
    return openAccounts(config, { made })
  }).catch((error: unknown) => {
    throw withMend(error)
  })
  try {
    print.note(print.paint.dim(accountText('place', { place: accounts.place })))
    return await work(accounts)
  } finally {
    await accounts.close()
  }
}

/** What to do where the database can't be opened. */
function withMend(error: unknown): unknown {
  if (!isKinoraError(error) || error.detail === undefined) return error
  const what = error.detail
  if (error.code === 'conflict') return explain('conflict', { what, how: accountText('inUse.how') }, error)
  if (error.code === 'notFound') return explain('notFound', { what, how: accountText('missing.how') }, error)
  return error
}

function withHow(error: unknown, code: string, how: string): unknown {
  if (!isKinoraError(error)) return error
  const found = error.issues.find(issue => issue.code === code)
  return found === undefined
    ? error
    : explain(error.code, { what: createMessages(en).issue(found), how }, error)
}

const verb = (name: 'list' | 'create' | 'password', fill: FillCommand): LazyCommand => ({
  name,
  summary: accountText(`help.${name}`),
  load: async () => fill,
})

/** C-80, C-99: `kinora accounts`, for whoever runs the server. */
export const accountVerbs: readonly LazyCommand[] = [
  verb('list', addList),
  verb('create', addCreate),
  verb('password', addPassword),
]
