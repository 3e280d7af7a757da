import { session as calls, isKinoraError, type KinoraError, type User } from '@kinora/core'
import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { assertTenant } from '../kernel/connection.ts'
import { addExamples } from '../kernel/examples.ts'
import { explain, usage } from '../kernel/exit.ts'
import { contextFlags } from '../kernel/follow-up.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import { askPassword, stdinLines } from '../kernel/passwords.ts'
import { askVersion } from '../kernel/server-version.ts'
import { demand, type GlobalOptions, type Session } from '../kernel/session.ts'
import { withSpinner } from '../kernel/spinner.ts'
import { text } from '../kernel/texts.ts'
import { placeText } from '../kernel/token-place.ts'
import { DEFAULT_PROFILE } from '../kernel/world.ts'
import { roleName, roleValue } from '../titles/format.ts'

interface LoginFlags {
  tenant?: string | undefined
  email?: string
  passwordStdin?: boolean
}

const whoamiFields = namesOf<User & { roleName: string; url: string }>({
  userId: true,
  displayName: true,
  email: true,
  role: true,
  roleName: true,
  tenants: true,
  provider: true,
  url: true,
})

/** AUTH-01 */
export function addLogin(command: Command, session: Session): void {
  command
    .option('--email <address>', 'email address of the account')
    .option('--password-stdin', 'read the password from stdin')
    .action((flags: LoginFlags, login: Command) =>
      signIn(session, { ...flags, tenant: login.optsWithGlobals<GlobalOptions>().tenant }),
    )
  addExamples(command, [
    '--url http://127.0.0.1:4700 --email tenant@demo.kinora.test',
    '--email tenant@demo.kinora.test --password-stdin < password.txt',
    '--profile staging --url http://127.0.0.1:4700',
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
  const email = flags.email ?? (await askEmail(session))
  const password = flags.passwordStdin
    ? ((await stdinLines(session))[0] ?? '')
    : await askPassword(session, 'Password')
  const send = await session.send()
  const answer = await withSpinner(session, 'Signing in …', () =>
    send(calls.login, { email, password }),
  ).catch((error: unknown) => {
    throw isKinoraError(error) && error.code === 'unauthorised' ? refused(session, error) : error
  })
  const { token, refreshToken, user } = answer
  const place = await session.profile.tokens.write({ url, email, userId: user.userId, token, refreshToken })
  const { tenant } = flags
  await session.profile.settings.rememberServer({ url })
  if (tenant !== undefined) {
    await assertTenant(send, tenant)
    await session.profile.settings.rememberServer({ url, tenant })
  }
  print.done(safe`Signed in as ${user.email} (${roleName(user.role)}) at ${url}`)
  print.note(print.paint.dim(placeText(place)))
  if (tenant !== undefined)
    print.note(print.paint.dim(safe`Commands act for tenant ${tenant} unless --tenant names another.`))
  if (world.env.KINORA_TOKEN) print.warn('KINORA_TOKEN is set and takes precedence over this sign-in.')
  const differs = await askVersion(send)
  if (differs !== undefined) print.warn(differs)
}

async function askEmail(session: Session): Promise<string> {
  demand(session, '--email')
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
  const place = session.world.env.KINORA_TOKEN ? text('tokens.inVariable') : await storedPlace(session, url)
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
  return explain(
    'unauthorised',
    {
      what: error.detail ?? 'Incorrect email address or password, please try again.',
      why: 'The server rejected this email and password.',
      how: safe`Check both, then run again: kinora login${contextFlags(session)}`,
    },
    error,
  )
}
