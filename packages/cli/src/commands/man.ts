import type { Command, Option } from 'commander'
import manifest from '../../package.json' with { type: 'json' }
import { addExamples, examplesOf, pathOf } from '../kernel/examples.ts'
import { type FillCommand, HELP } from '../kernel/lazy.ts'
import { text } from '../kernel/texts.ts'

/** A man page of all commands, made from their tree as docs/cli.md is. */
export const addMan: FillCommand = (man, session, loadAll) => {
  man.action(async () => {
    await loadAll()
    session.print.raw(toMan(man.parent!))
  })
  addExamples(man, ['> /usr/local/share/man/man1/kinora.1'])
}

/** In the language of troff, with the macros of man(7). */
function toMan(program: Command): string {
  const lines = [
    `.TH KINORA 1 "" "kinora ${manifest.version}"`,
    '.SH NAME',
    `kinora \\- ${escaped(program.description())}`,
    '.SH SYNOPSIS',
    '.B kinora',
    escaped('<command> [options]'),
    '.SH OPTIONS',
    ...program.options.flatMap(toOption),
    '.SH COMMANDS',
    ...program.commands.flatMap(toSection),
    '.SH NOTES',
    '.nf',
    ...text('help.after').split('\n').map(escaped),
    '.fi',
  ]
  return `${lines.join('\n')}\n`
}

function toSection(command: Command): string[] {
  if (command.name() === HELP) return []
  const verbs = command.commands.filter(verb => verb.name() !== HELP)
  if (verbs.length > 0) return verbs.flatMap(toSection)
  const path = pathOf(command)
  const examples = examplesOf(command)
  return [
    `.SS ${escaped(`${path} ${command.usage()}`)}`,
    escaped(command.description()),
    ...command.options.filter(option => !option.hidden).flatMap(toOption),
    ...(examples.length === 0
      ? []
      : ['.PP', '.nf', ...examples.map(each => escaped(`${path} ${each}`.trimEnd())), '.fi']),
  ]
}

const toOption = ({ flags, description }: Option): string[] => [
  '.TP',
  `.B ${escaped(flags)}`,
  escaped(description),
]

/** A backslash is a command, and so is a dot or an apostrophe at the beginning of a line; a hyphen may be broken at. */
const escaped = (words: string): string =>
  words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1')
