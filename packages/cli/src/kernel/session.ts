import type { Send, User } from '@kinora/core'
import { safe } from './cells.ts'
import { type ExitCode, exitCodes, explain, usage } from './exit.ts'
import { PARALLEL } from './flags.ts'
import { contextFlags } from './hints.ts'
import type { JsonFilter } from './jq.ts'
import { createPrinter, type JsonOption, type Printer, requestedFields } from './print.ts'
import { text } from './texts.ts'
import { DEFAULT_PROFILE, type Profile, type World } from './world.ts'

const DEFAULT_URL = 'http://127.0.0.1:4700'

/** Flags that every command takes. */
export interface GlobalOptions {
  url?: string
  profile?: string
  tenant?: string
  json?: JsonOption
  /** `--json` with a line for each result. */
  jsonLines?: boolean
  /** Filters what `--json` prints, which it implies. */
  jq?: string
  quiet?: boolean
  /** Bytes a second of all that is sent and received. */
  limitRate?: number
  /** The trace of what goes over the network. */
  logFile?: string
  /** false with `--no-prompt`. */
  prompt?: boolean
}

/** What commands work with. Nothing is loaded or asked before it is used. */
export interface Session {
  readonly world: World
  readonly print: Printer
  readonly options: GlobalOptions
  /** Whether questions may be asked. */
  readonly interactive: boolean
  /** Called once by the program when the flags are read. */
  configure(options: GlobalOptions): Promise<void>
  /** Where sign-in, server and tenant are kept. */
  readonly profile: ChosenProfile
  /** Called by `login`: the profile may be a new one. */
  beginProfile(): void
  /**
   * The server: `--url`, that of `--profile`, KINORA_URL, that of KINORA_PROFILE or of the latest sign-in, the local
   * default. Without a slash at the end. An unknown profile is a usage error.
   */
  url(): Promise<string>
  send(): Promise<Send>
  /** Who is signed in; asked once for each command. */
  user(): Promise<User>
  /** Whether `--tenant` was given for this command, rather than remembered. */
  readonly isTenantNamed: boolean
  /** The same of `--url`. */
  readonly isUrlNamed: boolean
  /** Calls whose answer was lost are repeated: a long piece of work that is safe to repeat sets it. */
  isRetrying: boolean
  /** The same command goes on where an earlier one ended, whatever became of its calls: a long piece of work sets it. */
  isResumable: boolean
  /** Rows that are worked on at a time. */
  parallel: number
  /** Nobody reads what is said beside the results, as while a shell completes a word. */
  isUnheard: boolean
  /** The exit code where a command ends otherwise than well without throwing, such as partly failed. */
  code: ExitCode
}

export function createSession(world: World): Session {
  let given: GlobalOptions = {}
  let options: GlobalOptions = {}
  let profile: ChosenProfile | undefined
  let isNewProfile = false
  let filter: JsonFilter | undefined
  let sending: Promise<Send> | undefined
  let asking: Promise<{ user: User }> | undefined
  const session: Session = {
    world,
    code: exitCodes.ok,
    isRetrying: false,
    isResumable: false,
    parallel: PARALLEL,
    isUnheard: false,
    print: createPrinter(world, () => ({ ...options, lines: options.jsonLines ?? false, filter })),
    get isTenantNamed() {
      return given.tenant !== undefined
    },
    get isUrlNamed() {
      return given.url !== undefined
    },
    get options() {
      return options
    },
    get profile() {
      profile ??= chooseProfile(world, options.profile)
      return profile
    },
    beginProfile() {
      isNewProfile = true
    },
    get interactive() {
      return world.stdin.isTTY && world.stderr.isTTY && options.prompt !== false && !world.env.CI
    },
    async configure(flags) {
      options = given = flags
      if (requestedFields(given.json).includes(''))
        throw usage(
          '--json was given an empty field name',
          'Name fields as in --json tag,className, or pass --json alone for all of them.',
        )
      if (given.jq !== undefined)
        filter = await (await import('./jq.ts')).loadFilter(given.jq, world.withoutSignalListeners)
      options = await withRemembered(given, session.profile, world.env.KINORA_URL)
    },
    async url() {
      if (!isNewProfile) await assertKnown(world, session.profile.name)
      return toOrigin(options.url ?? DEFAULT_URL)
    },
    send() {
      sending ??= import('./client.ts').then(({ createClient }) => createClient(session))
      return sending
    },
    async user() {
      asking ??= import('./client.ts').then(async ({ verify }) => verify(await session.send()))
      const { user } = await asking
      if (user?.role === undefined) {
        const what = text('session.notKinora', { url: await session.url() })
        throw explain('offline', { what, how: text('how.offline', { context: contextFlags(session) }) })
      }
      return user
    },
  }
  return session
}

/** The flags with the server and tenant of the profile in place of those that aren't given, unless another server is. */
async function withRemembered(
  given: GlobalOptions,
  { isFlag, settings }: ChosenProfile,
  variable: string | undefined,
): Promise<GlobalOptions> {
  const isRemembered = given.url === undefined && (isFlag || variable === undefined)
  const remembered = isRemembered ? await settings.server() : undefined
  const url = given.url ?? remembered?.url ?? variable
  return { ...given, url, tenant: given.tenant ?? remembered?.tenant }
}

/** Without an interactive terminal nobody can be asked: the flag that is missing is a usage error (exit code 2). */
export function requireFlag(session: Session, flag: string): void {
  if (session.interactive) return
  throw usage(
    text('usage.missingFlag', { flag }),
    text('usage.passFlag', { flag }),
    'Can’t prompt: there is no terminal.',
  )
}

/** Asks for a decision; a no ends the command, as Ctrl-C does (exit code 130). */
export async function requireYes({ world }: Session, question: string): Promise<void> {
  const agreed = await (await world.prompt()).confirm(question)
  if (!agreed) throw explain('aborted', { what: 'Cancelled. Nothing was changed' })
}

/** The same unless `--yes` has said so; without a terminal it has to. */
export async function agree(session: Session, yes: boolean | undefined, question: string): Promise<void> {
  if (yes) return
  requireFlag(session, '--yes')
  await requireYes(session, question)
}

/** VAL-06: an http(s) origin, a path kept, no slash at the end. */
function toOrigin(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || !['http:', 'https:'].includes(parsed.protocol) || parsed.username !== '')
    throw usage(
      safe`${url} is not a server address`,
      'Use an address like this: --url https://kinora.example.com',
    )
  return (parsed.origin + parsed.pathname).replace(/\/+$/, '')
}

/** A profile as a command has chosen it. */
export interface ChosenProfile extends Profile {
  name: string
  /** By `--profile`, which goes before KINORA_URL. */
  isFlag: boolean
}

/** `--profile`, KINORA_PROFILE, else the default one. */
function chooseProfile({ env, profiles }: World, flag: string | undefined): ChosenProfile {
  const name = flag ?? (env.KINORA_PROFILE || DEFAULT_PROFILE)
  if (!/^[a-z0-9][a-z0-9._-]{0,31}$/.test(name))
    throw usage(
      safe`${name} is not a profile name`,
      'Use lower-case letters, digits, dots, hyphens and underscores, 32 at most.',
    )
  return { ...profiles.open(name), name, isFlag: flag !== undefined }
}

/** Only `login` begins a profile: another command that names an unknown one has misspelt it. */
async function assertKnown({ profiles }: World, name: string): Promise<void> {
  if (name === DEFAULT_PROFILE) return
  const known = await profiles.list()
  if (known.includes(name)) return
  throw usage(
    safe`There is no profile ${name}`,
    safe`Use one of: ${known.join(', ')}. Or create it: kinora login --profile ${name} --url ADDRESS`,
  )
}
