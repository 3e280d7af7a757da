import { languages, type Metadata, metadata, titles } from '@kinora/core'
import type { Command, Option } from 'commander'
import { toLine } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { usage } from '../kernel/exit.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import type { Session } from '../kernel/session.ts'
import { text } from '../kernel/texts.ts'
import { ChoiceOption } from '../kernel/verb.ts'
import { endpoints } from './api.ts'
import { type Shell, shells, toScript } from './completion-scripts.ts'

interface Value {
  value: string
  about?: string
}

/** Milliseconds after which a shell waits no longer. */
const TIMEOUT = 1_500
/** Titles whose tags are offered, the latest. */
const TITLES = 200

type Read = (session: Session, signal: AbortSignal) => Promise<Value[]>

const offered =
  (pick: (metadata: Metadata) => readonly { displayName: string }[]): Read =>
  async (session, signal) => {
    const send = await session.send()
    const known = await send(metadata.view, { tenantId: session.options.tenant }, { signal })
    return pick(known).map(({ displayName }) => ({ value: displayName }))
  }

const readers = {
  tags: async (session, signal) => {
    const send = await session.send()
    const { data } = await send(titles.search, { take: TITLES }, { signal })
    return data.map(({ tag, className }) => ({ value: tag, about: className }))
  },
  providers: offered(({ providers }) => providers),
  channels: offered(({ channels }) => channels),
  categories: offered(({ categories }) => categories),
  labels: offered(({ labels }) => labels),
  'focus-areas': offered(({ focusAreas }) => focusAreas),
  equipment: offered(({ equipments }) => equipments),
  languages: async () => languages.map(({ ietfTag, name }) => ({ value: ietfTag, about: name })),
  profiles: async ({ world }) => (await world.profiles.list()).map(value => ({ value })),
} as const satisfies Record<string, Read>

/** What the server or this machine knows and a shell can offer. */
type ValueKind = keyof typeof readers
const valueKinds = Object.keys(readers) as ValueKind[]
const isValueKind = (name: string): name is ValueKind => name in readers

/** A line for each value, with a tab before what it is. Whatever fails or takes too long says nothing: somebody is typing. */
async function printValues(session: Session, kind: ValueKind): Promise<void> {
  session.isUnheard = true
  const { clock, interrupted } = session.world
  const [late, answered] = [new AbortController(), new AbortController()]
  clock.sleep(TIMEOUT, answered.signal).then(
    () => late.abort(),
    () => undefined,
  )
  try {
    const signal = AbortSignal.any([interrupted, late.signal])
    const values: Value[] = await readers[kind](session, signal)
    for (const { value, about } of values)
      session.print.raw(
        `${[value, about]
          .filter(part => part !== undefined)
          .map(toLine)
          .join('\t')}\n`,
      )
  } catch {
    // Nothing is offered.
  } finally {
    answered.abort()
  }
}

/** A completion script for a shell, made from the tree of commands; `--values` is what the script asks for. */
export const addCompletion: FillCommand = (completion, session, loadAll) => {
  completion
    .argument('[shell]', shells.join(', '))
    .addOption(
      new ChoiceOption(
        '--values <kind>',
        'print values as the scripts ask for them, or nothing within a second and a half',
        valueKinds,
      ),
    )
    .action(async (shell: string | undefined, { values }: { values?: string }, command: Command) => {
      if (values !== undefined && isValueKind(values)) return printValues(session, values)
      if (values !== undefined) throw usage(notOneOf(values, valueKinds))
      if (shell === undefined) command.error("error: missing required argument 'shell'")
      if (!isShell(shell)) command.error(`error: ${notOneOf(shell, shells)}`)
      await loadAll()
      session.print.raw(toScript(shell, toTree(completion.parent!)))
    })
  addExamples(completion, ['bash > /etc/bash_completion.d/kinora'])
}

const notOneOf = (value: string, choices: readonly string[]): string =>
  text('usage.choice', { value: `"${value}"`, choices: choices.join(', ') })

const isShell = (name: string): name is Shell => (shells as readonly string[]).includes(name)

/** One place of the tree: its words and flags, by the path that leads there. */
export interface Place {
  path: string
  words: { word: string; about: string }[]
  flags: PlaceFlag[]
  /** What the arguments are, where the server knows. */
  arguments?: ValueKind
  /** Whether an argument is a file of this machine. */
  takesFiles: boolean
}

export interface PlaceFlag {
  flag: string
  about: string
  /** Whether a value follows. */
  takes: boolean
  choices: readonly string[]
  /** What its values are, where the server or this machine knows. */
  kind?: ValueKind
}

/** Every command with what may follow it; the flags of the root follow anywhere. */
function toTree(program: Command): Place[] {
  const walk = (command: Command, path: string): Place[] => [
    {
      path,
      words: wordsOf(command, path),
      ...argumentsOf(command),
      flags: command.options.filter(option => !option.hidden).map(toFlag),
    },
    ...command.commands.flatMap(child => walk(child, path === '' ? child.name() : `${path} ${child.name()}`)),
  ]
  return walk(program, '')
}

function argumentsOf({ registeredArguments: given }: Command): Pick<Place, 'arguments' | 'takesFiles'> {
  const isTagged = given.some(argument => argument.name() === 'tag')
  const takesFiles = given.some(argument => ['file', 'catalogue', 'plan'].includes(argument.name()))
  return { takesFiles, ...(isTagged ? { arguments: 'tags' } : {}) }
}

function wordsOf(command: Command, path: string): Place['words'] {
  if (path === 'api') return endpoints.map(({ id }) => ({ word: id, about: '' }))
  if (path === 'completion') return shells.map(word => ({ word, about: '' }))
  return command.commands.map(child => ({
    word: child.name(),
    about: child.summary() || child.description(),
  }))
}

const kinds: Readonly<Record<string, ValueKind>> = {
  '--tag': 'tags',
  '--provider': 'providers',
  '--channel': 'channels',
  '--category': 'categories',
  '--label': 'labels',
  '--focus-area': 'focus-areas',
  '--equipment': 'equipment',
  '--language': 'languages',
  '--profile': 'profiles',
}

function toFlag(option: Option): PlaceFlag {
  const flag = option.long ?? option.short ?? ''
  const kind = kinds[flag]
  return {
    flag,
    about: option.description,
    takes: option.required,
    choices: option instanceof ChoiceOption ? option.values : (option.argChoices ?? []),
    ...(kind === undefined ? {} : { kind }),
  }
}
