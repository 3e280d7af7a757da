import type { Command, Option } from 'commander'
import type { Session } from '../kernel/session.ts'
import { text } from '../texts.ts'
import { endpointIds } from './api.ts'
import { shells, toScript } from './completion-scripts.ts'

/** A completion script for a shell, made from the tree of commands. */
export function addCompletion(program: Command, session: Session): void {
  program
    .command('completion')
    .summary(text('completion.summary'))
    .description(text('completion.description'))
    .argument('<shell>', shells.join(', '))
    .action((shell: string, _flags: unknown, command: Command) => {
      if (!isShell(shell))
        command.error(`error: ${text('usage.choice', { value: `"${shell}"`, choices: shells.join(', ') })}`)
      session.print.raw(toScript(shell as (typeof shells)[number], toTree(program)))
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
  if (path === 'api') return endpointIds.map(word => ({ word, about: '' }))
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
