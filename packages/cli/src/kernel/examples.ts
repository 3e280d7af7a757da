import type { Command, Option } from 'commander'
import { ChoiceOption } from './verb.ts'

/** Values by flag, `name: ['Morning']`. */
export type Samples = Readonly<Record<string, readonly string[]>>

/** The line above them. */
export const EXAMPLES = 'Examples:'

/** The same for every copy of this module. */
const written = Symbol.for('kinora.examples')

/** Ends a command's help with examples, which the man page has, too; each is what follows the command's name. */
export function addExamples(command: Command, examples: readonly string[]): void {
  Object.assign(command, { [written]: examples })
  const lines = () => examples.map(example => `  ${pathOf(command)} ${example}`.trimEnd())
  command.addHelpText('after', () => ['', EXAMPLES, ...lines()].join('\n'))
}

/** What `addExamples` was given. */
export const examplesOf = (command: Command): readonly string[] =>
  (command as { [written]?: readonly string[] })[written] ?? []

/** Every flag of a command as it is given: with its sample values, else with its placeholder. */
export const flagSamples = (command: Command, samples: Samples = {}): string[] =>
  command.options
    .filter(option => !option.hidden)
    .map(option => sampleOf(option, samples[option.name()]).join(' '))

/** The flags with sample values, each value on its own; without any, the first flag. */
export function sampled(command: Command, samples: Samples = {}): string[] {
  const given = command.options.flatMap(option =>
    option.name() in samples ? sampleOf(option, samples[option.name()]) : [],
  )
  return given.length > 0 ? given : flagSamples(command).slice(0, 1)
}

/** Of a placeholder that stands for a number. */
const samples: Readonly<Record<string, string>> = { n: '20' }

function sampleOf(option: Option, values?: readonly string[]): string[] {
  const { long, flags, required } = option
  if (!required) return [`${long}`]
  const [, placeholder = 'value'] = /<(.+)>/.exec(flags) ?? []
  const [choice] = option instanceof ChoiceOption ? option.values : []
  return (values ?? [choice ?? samples[placeholder] ?? placeholder.toUpperCase()]).map(
    value => `${long} ${/\s/.test(value) ? `"${value}"` : value}`,
  )
}

/** `kinora labels list` */
export const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
