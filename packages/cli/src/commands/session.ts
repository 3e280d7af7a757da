import {
  accounts,
  assertNoIssues,
  session as calls,
  checkWith,
  isKinoraError,
  type KinoraError,
  PasswordChange,
  type SignedIn,
  type User,
} from '@kinora/core'
import type { Command } from 'commander'
import { assertTenant } from '../kernel/acting-tenant.ts'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { exitCodes, explain, usage } from '../kernel/exit.ts'
import { loginCommand } from '../kernel/hints.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { messages } from '../kernel/messages.ts'
import type { Column } from '../kernel/print.ts'
import { withSpinner } from '../kernel/progress.ts'
import { askPassword, stdinLines } from '../kernel/secrets.ts'
import { type GlobalOptions, requireFlag, type Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { DEFAULT_PROFILE, type TokenPlace, tokenVariable } from '../kernel/world.ts'
import { roleName, roleValue } from '../titles/format.ts'

interface LoginFlags {
  tenant?: string | undefined
  email?: string
  passwordStdin?: boolean
  /** KEY-05 */
  sso?: string | boolean
  device?: boolean
}

const whoamiFields = namesOf<User & { roleName: string; url: string }>({
  userId: true,
  displayName: true,
  email: true,
  role: true,
  roleName: true,
  tenants: true,
  provider: true,
  embed: true,
  url: true,
})

/** AUTH-01 */
export function addLogin(command: Command, session: Session): void {
  command
    .option('--email <address>', 'email address of the account')
    .option('--password-stdin', 'read the password from stdin')
    .option('--sso [name]', 'sign in at an identity provider, by its name if there are several')
    .option('--device', 'sign in at an identity provider with a code on another device')
    .action((flags: LoginFlags, login: Command) =>
      signIn(session, { ...flags, tenant: login.optsWithGlobals<GlobalOptions>().tenant }),
    )
  addExamples(command, [
    '--url http://127.0.0.1:4700 --email tenant@demo.kinora.test',
    '--email tenant@demo.kinora.test --password-stdin < password.txt',
    '--profile staging --url http://127.0.0.1:4700',
    '--url https://kinora.example.com --sso',
    '--url https://kinora.example.com --device',
  ])
}

export function addLogout(command: Command, session: Session): void {
  command
    .option('--forget', 'also forget the server and tenant of a named profile')
    .action(({ forget = false }: { forget?: boolean }) => logout(session, forget))
  addExamples(command, ['', '--profile staging --forget'])
}

export function addWhoami(command: Command, session: Session): void {
  command.hook('preAction', printing(session, whoamiFields)).action(() => whoami(session))
  addExamples(command, ['', '--json email,role'])
}

async function signIn(session: Session, flags: LoginFlags): Promise<void> {
  const { world, print } = session
  session.beginProfile()
  const url = await session.url()
  const answer = await (isSso(flags) ? bySso(session, flags) : byPassword(session, flags))
  const { token, refreshToken, user } = answer
  const { email, userId } = user
  const place = await session.profile.tokens.write({ url, email, userId, token, refreshToken })
  const { tenant } = flags
  await session.profile.settings.rememberServer({ url })
  if (tenant !== undefined) {
    await assertTenant(await session.send(), tenant)
    await session.profile.settings.rememberServer({ url, tenant })
  }
  print.done(safe`Signed in as ${user.email} (${roleName(user.role)}) at ${url}`)
  print.note(print.paint.dim(placeText(place)))
  if (tenant !== undefined)
    print.note(print.paint.dim(safe`Commands act for tenant ${tenant} unless --tenant names another.`))
  const variable = tokenVariable(world.env)
  if (variable !== undefined) print.warn(safe`${variable} is set and takes precedence over this sign-in.`)
}

const isSso = ({ sso, device }: LoginFlags): boolean => sso !== undefined || device === true

async function bySso(session: Session, flags: LoginFlags): Promise<SignedIn> {
  if (flags.passwordStdin)
    throw usage(
      '--password-stdin doesn’t go with --sso or --device',
      'An identity provider asks for the password itself.',
    )
  return (await import('./sso.ts')).signInBySso(session, flags)
}

async function byPassword(session: Session, flags: LoginFlags): Promise<SignedIn> {
  const email = flags.email ?? (await askEmail(session))
  const password = flags.passwordStdin
    ? ((await stdinLines(session))[0] ?? '')
    : await askPassword(session, 'Password')
  const send = await session.send()
  return withSpinner(session, 'Signing in …', () => send(calls.login, { email, password })).catch(
    (error: unknown) => {
      throw isKinoraError(error) ? refused(session, error) : error
    },
  )
}

async function askEmail(session: Session): Promise<string> {
  requireFlag(session, '--email')
  return (await session.world.prompt()).text('Email')
}

async function logout(session: Session, forget: boolean): Promise<void> {
  const { print, profile } = session
  if (forget && profile.name === DEFAULT_PROFILE)
    throw usage('--forget is for a named profile', text('usage.passFlag', { flag: '--profile NAME' }))
  const url = await session.url()
  const stored = await profile.tokens.read(url)
  if (stored === undefined) print.note(safe`Nobody is signed in at ${url}.`)
  else {
    const ended = await (await session.send())(calls.logout, {
      refreshToken: stored.session.refreshToken,
    }).then(
      () => true,
      () => false,
    )
    await profile.tokens.clear(url)
    print.done(safe`Signed out ${stored.session.email} at ${url}`)
    if (!ended) print.warn('The server couldn’t be reached. Its session expires on its own.')
  }
  if (!forget) return
  await session.world.profiles.remove(profile.name)
  print.done(safe`Forgot the profile ${profile.name}`)
}

async function whoami(session: Session): Promise<void> {
  const url = await session.url()
  const user = await session.user()
  const variable = tokenVariable(session.world.env)
  const place =
    variable === undefined ? await storedPlace(session, url) : text('tokens.inVariable', { name: variable })
  session.print.record({ ...user, roleName: roleValue(user.role), url }, [
    ['name', user.displayName],
    ['email', user.email],
    ['role', roleName(user.role)],
    ['tenants', user.tenants.map(entry => entry.name).join(', ') || '–'],
    ['server', url],
    ...(session.profile.name === DEFAULT_PROFILE ? [] : [['profile', session.profile.name] as const]),
    ['token', place],
    ...(session.options.tenant === undefined ? [] : [['tenant', session.options.tenant] as const]),
  ])
}

async function storedPlace(session: Session, url: string): Promise<string> {
  const stored = await session.profile.tokens.read(url)
  return stored === undefined ? '–' : placeText(stored.place)
}

/** AUTH-06: the server's own sentence. */
function refused(session: Session, error: KinoraError): KinoraError {
  if (error.issues[0]?.code === 'sso.passwordsOff')
    return explain(
      'refused',
      { what: error.detail ?? '', how: safe`Run: ${loginCommand(session)} --sso` },
      error,
    )
  if (error.code !== 'unauthorised') return error
  return explain(
    'unauthorised',
    {
      what: error.detail ?? 'Incorrect email address or password, please try again.',
      why: 'The server rejected this email and password.',
      how: safe`Check both, then run again: ${loginCommand(session)}`,
    },
    error,
  )
}

/** Where a token is kept, in words. */
export function placeText(place: TokenPlace): string {
  return place.kind === 'keyring' ? 'Token in the system keyring' : safe`Token in ${place.path}`
}

interface ShownProfile {
  name: string
  /** Whether commands use it where they name no other. */
  current: boolean
  server: string | null
  tenant: string | null
  /** Null where nobody is signed in. */
  email: string | null
}

const profileFields = namesOf<ShownProfile>({
  name: true,
  current: true,
  server: true,
  tenant: true,
  email: true,
})

const columns: readonly Column<ShownProfile>[] = [
  { header: 'NAME', value: profile => profile.name, look: ({ current }) => (current ? 'accent' : undefined) },
  { header: 'SERVER', value: profile => profile.server, flexible: true },
  { header: 'EMAIL', value: profile => profile.email },
  { header: 'TENANT', value: profile => profile.tenant },
  { header: 'CURRENT', value: ({ current }) => (current ? 'yes' : '') },
]

/** What `kinora login --profile` has begun, and the default. */
export const addProfiles: FillCommand = (command, session) => {
  command.hook('preAction', printing(session, profileFields)).action(async () => {
    const names = await session.world.profiles.list()
    session.print.table(await Promise.all(names.map(name => toShown(session, name))), columns)
  })
  addExamples(command, ['', '--json name,server'])
}

/** A profile that can't be read is reported, and the others are shown: exit code 6. */
async function toShown(session: Session, name: string): Promise<ShownProfile> {
  const { server, email } = await read(session, name).catch((error: unknown) => {
    if (!isKinoraError(error)) throw error
    session.print.warn(`${name}: ${messages.error(error)}`)
    session.code = exitCodes.partly
    return { server: undefined, email: undefined }
  })
  return {
    name,
    current: name === session.profile.name,
    server: server?.url ?? null,
    tenant: server?.tenant ?? null,
    email: email ?? null,
  }
}

async function read({ world }: Session, name: string) {
  const { settings, tokens } = world.profiles.open(name)
  const server = await settings.server()
  const stored = server === undefined ? undefined : await tokens.read(server.url)
  return { server, email: stored?.session.email }
}

/** C-99: `kinora password`. */
export function addPassword(command: Command, session: Session): void {
  command
    .option('--password-stdin', 'read the current and the new password from stdin, one line each')
    .action((flags: { passwordStdin?: boolean }) => changePassword(session, flags.passwordStdin ?? false))
  addExamples(command, ['', '--password-stdin < passwords.txt'])
}

async function changePassword(session: Session, isStdin: boolean): Promise<void> {
  const { print, profile, world } = session
  const { email } = await session.user()
  const [currentPassword = '', newPassword = ''] = isStdin
    ? await stdinLines(session)
    : [await askPassword(session, 'Current password'), await askPassword(session, 'New password')]
  const draft = { currentPassword, newPassword }
  assertNoIssues(checkWith(PasswordChange, draft))
  const send = await session.send()
  const fresh = await withSpinner(session, 'Changing the password', () =>
    send(accounts.changePassword, draft),
  )
  const stored = await profile.tokens.read(await session.url())
  const isVariable = tokenVariable(world.env) !== undefined
  if (stored !== undefined && !isVariable) await profile.tokens.write({ ...stored.session, ...fresh })
  print.done(safe`Changed the password of ${email}. Every other session of the account has ended.`)
  if (isVariable)
    print.warn(
      safe`KINORA_TOKEN ended with the other sessions. Sign in to get a new token: ${loginCommand(session)}`,
    )
}
