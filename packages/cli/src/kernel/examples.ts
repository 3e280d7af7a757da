import type { Command, Option } from 'commander'
import { text } from '../texts.ts'

/** Values by flag, `name: ['Morning']`. */
export type Samples = Readonly<Record<string, readonly string[]>>

/** Ends a command's help with examples; each is what follows the command's name. */
export function addExamples(command: Command, examples: readonly string[] = []): void {
  if (examples.length === 0) return
  const lines = () => examples.map(example => `  ${pathOf(command)} ${example}`.trimEnd())
  command.addHelpText('after', () => ['', text('help.examples'), ...lines()].join('\n'))
}

/** Every flag of a command as it is given: with its sample values, else with its first choice, a number or its placeholder. */
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

function sampleOf({ long, flags, required, description }: Option, values?: readonly string[]): string[] {
  if (!required) return [`${long}`]
  const [, placeholder = 'value'] = /<(.+)>/.exec(flags) ?? []
  const [, choice] = /\((\w+),/.exec(description) ?? []
  const any = choice ?? (placeholder === 'n' ? '10' : placeholder.toUpperCase())
  return (values ?? [any]).map(value => `${long} ${/\s/.test(value) ? `"${value}"` : value}`)
}

/** `kinora labels list` */
export const pathOf = (command: Command): string =>
  command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`
