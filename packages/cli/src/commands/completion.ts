import type { Command, Option } from 'commander'
import { endpoints } from '../kernel/endpoints.ts'
import type { FillCommand } from '../kernel/lazy.ts'
import { text } from '../texts.ts'
import { shells, toScript } from './completion-scripts.ts'

/** A completion script for a shell, made from the tree of commands. */
export const addCompletion: FillCommand = (completion, session, loadAll) => {
  completion
    .argument('<shell>', shells.join(', '))
    .action(async (shell: string, _flags: unknown, command: Command) => {
      if (!isShell(shell))
        command.error(`error: ${text('usage.choice', { value: `"${shell}"`, choices: shells.join(', ') })}`)
      await loadAll()
      session.print.raw(toScript(shell as (typeof shells)[number], toTree(completion.parent!)))
    })
}

const isShell = (name: string): boolean => (shells as readonly string[]).includes(name)

/** One place of the tree: its words and flags, by the path that leads there. */
export interface Place {
  path: string
  words: { word: string; about: string }[]
  flags: { flag: string; about: string; takes: boolean; choices: readonly string[] }[]
}

/** Every command with what may follow it. */
export function toTree(program: Command): Place[] {
  const shared = program.options.map(toFlag)
  const walk = (command: Command, path: string): Place[] => [
    {
      path,
      words: wordsOf(command, path),
      flags: [
        ...command.options.filter(option => !option.hidden).map(toFlag),
        ...(path === '' ? [] : shared),
      ],
    },
    ...command.commands.flatMap(child => walk(child, path === '' ? child.name() : `${path} ${child.name()}`)),
  ]
  return walk(program, '')
}

function wordsOf(command: Command, path: string): Place['words'] {
  if (path === 'api') return endpoints.map(({ id }) => ({ word: id, about: '' }))
  if (path === 'completion') return shells.map(word => ({ word, about: '' }))
  return command.commands.map(child => ({
    word: child.name(),
    about: child.summary() || child.description(),
  }))
}

function toFlag(option: Option): Place['flags'][number] {
  const takes = option.required || option.optional
  return {
    flag: option.long ?? option.short ?? '',
    about: option.description,
    takes,
    choices: option.argChoices ?? [],
  }
}
