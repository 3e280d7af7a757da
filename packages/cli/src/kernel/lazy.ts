import type { Command } from 'commander'
import type { Session } from './session.ts'

/** Loads every command, as completion and docs need; a call loads only its own. */
type LoadAll = () => Promise<void>

/** Gives a command its flags and its action. `loadAll` loads what stands beside it. */
export type FillCommand = (command: Command, session: Session, loadAll: LoadAll) => void

/** A command that is a name and a description until it is called; what is loaded then fills it or is its verbs. */
export interface LazyCommand {
  name: string
  summary: string
  description?: string
  load(): Promise<FillCommand | readonly LazyCommand[]>
}

/** A verb whose flags and action stand in the same file as its group. */
export const verb = (
  name: string,
  summary: string,
  fill: FillCommand | readonly LazyCommand[],
): LazyCommand => ({ name, summary, load: async () => fill })

/** Verbs that are filled together with their group, so that its help shows what each takes. */
export const group =
  (verbs: readonly (readonly [name: string, about: string, fill: FillCommand])[]): FillCommand =>
  (parent, session, loadAll) => {
    for (const [name, about, fill] of verbs) fill(parent.command(name).description(about), session, loadAll)
  }

/** Verbs whose flags and actions stand in one module, which is loaded with the call; `fill` is their name there. */
export const verbsOf =
  <M extends Readonly<Record<string, FillCommand | readonly LazyCommand[]>>>(load: () => Promise<M>) =>
  (name: string, summary: string, fill: keyof M & string, description = summary): LazyCommand => ({
    name,
    summary,
    description,
    load: async () => (await load())[fill]!,
  })

/** What help calls the rows of a noun: `focus-areas` are focus areas. */
export const manyOf = (command: string): string => command.replaceAll('-', ' ')

/** The verbs of a group; its own `help` loads what it shows, which commander's doesn't wait for. */
function addVerbs(group: Command, verbs: readonly LazyCommand[], session: Session): LoadAll {
  const loadAll = addLazily(group, verbs, session)
  group
    .helpCommand(false)
    .command(HELP)
    .argument('[command]')
    .description('display help for command')
    .action(async (name?: string) => {
      await loadAll()
      const asked = group.commands.find(command => command.name() === name)
      if (name !== undefined && asked === undefined) group.error(`error: unknown command '${name}'`)
      ;(asked ?? group).outputHelp()
    })
  return loadAll
}

/** The name of the command that every group has. */
export const HELP = 'help'

/** Adds commands whose modules are loaded with their calls. */
export function addLazily(parent: Command, commands: readonly LazyCommand[], session: Session): LoadAll {
  const waiting = new Map<Command, LazyCommand>()
  const load = async (command: Command): Promise<LoadAll | undefined> => {
    const lazy = waiting.get(command)
    if (lazy === undefined) return undefined
    waiting.delete(command)
    const loaded = await lazy.load()
    if (typeof loaded !== 'function') return addVerbs(command, loaded, session)
    loaded(command, session, loadAll)
    return undefined
  }
  const loadAll = async (): Promise<void> => {
    for (const command of [...waiting.keys()]) {
      const loadVerbs = await load(command)
      await loadVerbs?.()
    }
  }
  for (const lazy of commands) {
    const { name, summary, description = summary } = lazy
    waiting.set(parent.command(name).summary(summary).description(description), lazy)
  }
  parent.hook('preSubcommand', async (_, command) => void (await load(command)))
  return loadAll
}
