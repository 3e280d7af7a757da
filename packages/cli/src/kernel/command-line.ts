import { Command, CommanderError, Help } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { safe } from './cells.ts'
import { usage, withFlags } from './exit.ts'
import { toRate } from './flags.ts'
import { contextFlags } from './hints.ts'
import { HELP } from './lazy.ts'
import { createPaint } from './print.ts'
import { createSession, type GlobalOptions, type Session } from './session.ts'
import { text } from './texts.ts'
import type { World } from './world.ts'

/** Adds commands to the tree. */
type AddCommands = (program: Command, session: Session) => void

/** One command line from its arguments to its exit code. */
export async function runWith(add: AddCommands, given: World): Promise<number> {
  const world = withSwitches(given)
  const session = createSession(world)
  const program = createRoot(session)
  add(program, session)
  let acting: Command | undefined
  program.hook('preAction', (_, command) => {
    acting = command
  })
  try {
    await program.parseAsync(toArgs(world.args), { from: 'user' })
    return session.code
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    const { report } = await import('./report.ts')
    if (error instanceof CommanderError) return report(world, toUsage(error, program, world))
    if (acting === undefined) return report(world, error)
    return report(world, await namingFlags(acting, error), contextOf(session))
  }
}

/** None where what is wrong is the name of the profile itself. */
function contextOf(session: Session): string {
  try {
    return contextFlags(session)
  } catch {
    return ''
  }
}

/** Loaded when something is wrong: it needs the schemas. */
async function namingFlags(command: Command, error: unknown): Promise<unknown> {
  const { flagOfField } = await import('./verb.ts')
  return withFlags(error, field => flagOfField(command, field))
}

/** Flags that are a variable as well; they hold for what is said before the flags are read, too. */
function withSwitches(world: World): World {
  const { args, env } = world
  const set = {
    ...(args.includes('--no-color') && { NO_COLOR: '1' }),
    ...(args.includes('--debug') && { KINORA_DEBUG: '1' }),
  }
  return { ...world, env: { ...env, ...set } }
}

/** `kinora help titles` is `kinora titles --help`: by then the flags and verbs of `titles` are loaded. */
const toArgs = ([first, ...rest]: readonly string[]): string[] =>
  first === 'help' ? [...rest, '--help'] : first === undefined ? [] : [first, ...rest]

/** The root with the flags of every command. */
export function createRoot(session: Session): Command {
  return configure(new Command('kinora'), session)
    .description(
      'Manage a Kinora platform from the terminal: titles, uploads and everything else the server offers.',
    )
    .version(manifest.version, '-V, --version', 'print the version')
    .option('--url <address>', 'server address (KINORA_URL)')
    .option('--profile <name>', 'profile with its own server, tenant and sign-in (KINORA_PROFILE)')
    .option('--tenant <id>', 'tenant to act for (customer support)')
    .option('--json [fields]', 'print JSON, optionally only these fields (tag,className)')
    .option('--json-lines', 'the same with a line for each result, as soon as it is there')
    .option('--jq <expression>', 'filter the JSON with a jq expression; strings are printed as they are')
    .option('-q, --quiet', 'print only results, warnings and errors')
    .option('--no-prompt', 'never prompt; fail and name the missing flag')
    .option('--no-color', 'disable colours (NO_COLOR)')
    .option('--limit-rate <rate>', 'bytes a second of files and answers, such as 500K or 2M', toRate)
    .option('--debug', 'tell requests, retries and timings on stderr, never a secret (KINORA_DEBUG)')
    .option('--log-file <file>', 'add the same to a file, as JSON lines')
    .addHelpText('after', () => `\n${text('help.after')}`)
    .hook('preAction', (_, command) => {
      refuseBlank(command)
      return session.configure(command.optsWithGlobals<GlobalOptions>())
    })
}

/** What names a place, or a number of the program's own: a script whose variable is empty doesn't mean "the usual one". */
const places = /<(file|folder|address|n)>/
const files: ReadonlySet<string> = new Set(['file', 'csv', 'folder', 'catalogue', 'plan'])

/** Throws `invalid` for a file, folder or address that is given as nothing. Flags of fields stay: there it clears the field. */
function refuseBlank(acting: Command): void {
  for (let command: Command | null = acting; command !== null; command = command.parent)
    for (const option of command.options) {
      const value: unknown = command.getOptionValue(option.attributeName())
      const isPlace = command.parent === null ? option.required : places.test(option.flags)
      if (!isPlace || 'field' in option || typeof value !== 'string' || value.trim() !== '') continue
      const [, what = 'value'] = /<(.+)>/.exec(option.flags) ?? []
      const flag = String(option.long)
      throw usage(
        safe`${flag} is empty`,
        safe`Pass a value, such as ${flag} ${what.toUpperCase()}, or leave the flag out.`,
      )
    }
  for (const [index, argument] of acting.registeredArguments.entries()) {
    const given = acting.args.slice(index, argument.variadic ? undefined : index + 1)
    if (files.has(argument.name()) && given.some(value => value.trim() === ''))
      throw usage(safe`<${argument.name()}> is empty`, 'Pass its path.')
  }
}

function configure(program: Command, { world }: Session): Command {
  const paint = createPaint(world.stdout, world.env)
  const styles: Partial<Help> = {
    styleTitle: title => paint.bold(title),
    styleCommandText: part => paint.accent(part),
    styleOptionTerm: part => paint.accent(part),
    styleSubcommandTerm: part => paint.accent(part),
    minWidthToWrap: 20,
    formatItem: (term, width, about, help) => formatItem(term, { width, about, help }),
    sortSubcommands: false,
    showGlobalOptions: true,
  }
  return program
    .exitOverride()
    .helpCommand(true)
    .configureHelp(styles)
    .configureOutput({
      writeOut: chunk => world.stdout.write(chunk),
      writeErr: chunk => world.stderr.write(chunk),
      outputError: () => undefined,
      getOutHelpWidth: () => Math.min(world.stdout.columns, 80),
      getErrHelpWidth: () => Math.min(world.stderr.columns, 80),
      getOutHasColors: () => world.stdout.isTTY,
      getErrHasColors: () => world.stderr.isTTY,
    })
}

/** Columns below which an explanation stands under its flag rather than beside it. */
const NARROW = 60

function formatItem(
  term: string,
  { width, about, help }: { width: number; about: string; help: Help },
): string {
  const columns = help.helpWidth ?? 80
  if (columns >= NARROW) return Help.prototype.formatItem.call(help, term, width, about, help)
  const words = help.boxWrap(about, columns - 6).replaceAll('\n', '\n      ')
  return about === '' ? `  ${term}` : `  ${term}\n      ${words}`
}

/** What commander found wrong, in our three parts. */
function toUsage(error: CommanderError, program: Command, world: World): unknown {
  if (error.code === 'commander.help') return usage('Missing command', helpOf(program, world))
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n')
  const hint = rest.join(' ').replace(/^\(|\)$/g, '')
  return usage(sentence(first), helpOf(program, world), hint === '' ? undefined : hint)
}

function helpOf(program: Command, world: World): string {
  const path = [program.name()]
  let command: Command | undefined = program
  for (const word of world.args) {
    const next: Command | undefined = command.commands.find(candidate => candidate.name() === word)
    if (next === undefined || word === HELP) continue
    path.push(word)
    command = next
  }
  return text('usage.help', { command: path.join(' ') })
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
