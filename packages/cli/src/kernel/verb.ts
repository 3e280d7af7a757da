import {
  fromWireNames,
  type InputSchema,
  toWireName,
  toWireNames,
  type WireNames,
  wireNamesOf,
} from '@kinora/core'
import { type Command, Option } from 'commander'
import * as z from 'zod'
import { safe } from './cells.ts'
import { usage } from './exit.ts'
import type { JsonFields } from './json-fields.ts'
import { text } from './texts.ts'

/** How a field of an input is given on the command line. */
interface Field {
  kind: 'text' | 'number' | 'switch' | 'file' | 'other' | 'texts'
  many: boolean
  nullable: boolean
  choices: readonly string[]
  /** The most characters. */
  max: number | undefined
  required: boolean
  /** How its choices are called on the wire, as flags have them. */
  names: WireNames | undefined
}

/** Each by its key in the input. */
type Fields = ReadonlyMap<string, Field>

export interface FlagOptions {
  /** Another flag than the field's own name in kebab-case. */
  names?: Readonly<Record<string, string>>
  /** Names, in small letters, for the values of a field. */
  values?: Readonly<Record<string, Readonly<Record<string, string | number>>>>
  help?: Readonly<Record<string, string>>
  omit?: readonly string[]
  /** Fields whose help says that they are required. */
  required?: readonly string[]
  /** Fields that are no scalars: repeatable texts, which the caller reads as they are given. */
  texts?: readonly string[]
}

interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  maxLength?: number
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** A flag whose values completion offers; commander's own choices would say them in the help a second time. */
export class ChoiceOption extends Option {
  readonly values: readonly string[]
  /** The field of the input that it sets. */
  readonly field: string | undefined

  constructor(flags: string, description: string, values: readonly string[], field?: string) {
    super(flags, description)
    this.values = values
    this.field = field
  }
}

/** The flag of a command that sets a field of its input. */
export const flagOfField = (command: Command, field: string): string | undefined =>
  command.options.find(
    option => (option instanceof ChoiceOption && option.field === field) || option.attributeName() === field,
  )?.long

/** The fields of an input, as its JSON schema has them. */
export function fieldsOf(input: InputSchema): Fields {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const required = new Set(schema.required)
  const names = wireNamesOf(input)
  return new Map(
    Object.entries(schema.properties ?? {}).map(([key, value]) => [
      key,
      namedOnWire({ ...toField(value), required: required.has(key), names: names?.fields?.[key]?.names }),
    ]),
  )
}

const namedOnWire = (field: Field): Field => ({
  ...field,
  choices: field.choices.map(choice => String(toWireNames(field.names?.each ?? field.names, choice))),
})

/** The fields of an answer, or of its rows where it is a list; undefined where its schema names none. */
export function answerFields(output: z.ZodType): JsonFields | undefined {
  const whole = wireNamesOf(output)
  const names = whole?.each ?? whole
  const schema = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  const things = flatten(schema)
    .filter(branch => branch.type !== 'null')
    .flatMap(branch => (branch.type === 'array' ? flatten(branch.items ?? {}) : branch))
  const inside = things.flatMap(thing => Object.keys(thing.properties ?? {}))
  const fields = inside.map(name => toWireName(names, name))
  return things.every(thing => thing.properties !== undefined) ? { fields, names } : undefined
}

/** Scalar fields of an input become flags; the function turns what commander read into the input. */
export function addFlags(command: Command, fields: Fields, options: FlagOptions = {}) {
  const flags = [...fields]
    .map(([key, field]) => [key, options.texts?.includes(key) ? toTexts(field) : field] as const)
    .filter(([key, field]) => field.kind !== 'other' && !options.omit?.includes(key))
  for (const [key, field] of flags) addFlag(command, key, field, options)
  return (given: Readonly<Record<string, unknown>>): Record<string, unknown> => {
    const pairs = flags.flatMap(([key, field]) => {
      const flag = flagOf(key, options)
      const value = given[camel(flag)]
      return value === undefined
        ? []
        : [[key, fromWireNames(field.names, toValue(value, field, { flag, values: options.values?.[key] }))]]
    })
    return Object.fromEntries(pairs)
  }
}

const toTexts = (field: Field): Field => ({ ...field, kind: 'texts', many: true })

const pageHelp: Readonly<Record<string, string>> = {
  page: 'page number',
  take: 'results per page, or -1 for all',
}

function addFlag(command: Command, key: string, field: Field, options: FlagOptions): void {
  const flag = `--${flagOf(key, options)}`
  const choices =
    Object.keys(options.values?.[key] ?? {}).length > 0 ? Object.keys(options.values![key]!) : field.choices
  const isPlain = choices.length === 0 && !field.many
  const help = options.help?.[key] ?? pageHelp[key] ?? (isPlain ? toHelp(key, field) : '')
  const hint = [
    help,
    choices.length > 0 ? `(${choices.join(', ')})` : '',
    field.many ? '(repeatable)' : '',
    options.required?.includes(key) ? '(required)' : '',
  ]
  const description = hint.filter(part => part !== '').join(' ')
  if (field.kind === 'switch') {
    command.addOption(new Option(flag, description))
    command.addOption(new Option(flag.replace('--', '--no-')).hideHelp())
    return
  }
  const named = options.values?.[key] !== undefined
  const kinds = { number: 'n', texts: 'text', text: 'text', file: 'file', other: 'other' }
  const placeholder = named ? 'name' : kinds[field.kind]
  const option = new ChoiceOption(`${flag} <${placeholder}>`, description, choices, key)
  if (field.many)
    option.argParser((value: string, earlier: string[] | undefined) => [
      ...(earlier ?? []),
      ...(field.kind === 'texts' ? [value] : value.split(',')),
    ])
  command.addOption(option)
}

/** A plain field in words, where nobody has written any. */
function toHelp(key: string, { max }: Field): string {
  const field = flagOf(key, {}).replaceAll('-', ' ')
  return max === undefined ? field : safe`${field}, at most ${max} characters`
}

interface Naming {
  flag: string
  values?: Readonly<Record<string, string | number>>
}

function toValue(given: unknown, field: Field, naming: Naming): unknown {
  if (typeof given === 'boolean' || field.kind === 'texts') return given
  const parts = (Array.isArray(given) ? given : [given]).map(part => String(part).trim())
  if (field.nullable && parts.length === 1 && parts[0] === '') return null
  const values = parts.filter(part => part !== '' || !field.many).map(part => toScalar(part, field, naming))
  return field.many ? values : values[0]
}

function toScalar(value: string, field: Field, naming: Naming): string | number {
  const name = value.toLowerCase()
  if (naming.values !== undefined && Object.hasOwn(naming.values, name)) return naming.values[name]!
  if (naming.values !== undefined) throw notChosen(value, Object.keys(naming.values), naming.flag)
  if (field.choices.length > 0 && !field.choices.includes(value)) {
    if (field.kind !== 'number' || Number.isNaN(Number(value)))
      throw notChosen(value, field.choices, naming.flag)
  }
  const number = Number(value)
  const numeric =
    field.choices.length > 0 ? !Number.isNaN(number) && field.kind === 'number' : field.kind === 'number'
  if (!numeric) return value
  if (value === '' || Number.isNaN(number))
    throw usage(`--${naming.flag}: ${text('usage.number', { value })}`)
  // The server would take it for all of them.
  if (naming.flag === 'take' && number === 0)
    throw usage('--take: 0 is no number of results', 'Pass --take with 1 or more, or -1 for all.')
  return number
}

function notChosen(value: string, choices: readonly string[], flag: string) {
  const what = `--${flag}: ${text('usage.choice', { value: `"${value}"`, choices: choices.join(', ') })}`
  return usage(what, safe`Pass one of these to ${`--${flag}`}, then run the command again.`)
}

function toField(schema: JsonSchema): Omit<Field, 'required' | 'names'> {
  const branches = flatten(schema)
  const nullable = branches.some(branch => branch.type === 'null')
  const arrays = branches.filter(branch => branch.type === 'array')
  const scalars = [...branches, ...arrays.flatMap(branch => flatten(branch.items ?? {}))].filter(
    branch => branch.type !== 'array' && branch.type !== 'null',
  )
  const chosenOf = (branch: JsonSchema) => branch.enum ?? (branch.const === undefined ? [] : [branch.const])
  // Where any text will do as well, as beside `''`, there is nothing to choose from.
  const isFree = scalars.some(branch => branch.type === 'string' && chosenOf(branch).length === 0)
  const choices = isFree ? [] : [...new Set(scalars.flatMap(chosenOf))]
  const max = scalars.find(branch => branch.maxLength !== undefined)?.maxLength
  return { kind: kindOf(scalars), many: arrays.length > 0, nullable, choices: choices.map(String), max }
}

/** Unions within unions and `type: ['string', 'null']` as one list. */
function flatten(schema: JsonSchema): JsonSchema[] {
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return branches.flatMap(flatten)
  return Array.isArray(schema.type) ? schema.type.map(type => ({ ...schema, type })) : [schema]
}

function kindOf(scalars: readonly JsonSchema[]): Field['kind'] {
  const types = new Set(scalars.map(branch => branch.type ?? typeof (branch.enum?.[0] ?? branch.const)))
  if (types.has('object')) return 'other'
  if (types.has('boolean')) return 'switch'
  if (types.has('integer') || types.has('number')) return 'number'
  return types.has('string') ? 'text' : 'file'
}

/** The name of a field's flag, without its dashes. */
export function flagOf(key: string, options: FlagOptions): string {
  return options.names?.[key] ?? key.replace(/([a-z\d])([A-Z])/g, '$1-$2').toLowerCase()
}

/** The name under which commander keeps a flag. */
function camel(flag: string): string {
  return flag.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The other way to name a page (CONST-36): flags have one way, `kinora api` takes both. */
export const rowsOfPage: readonly string[] = ['from', 'to', 'count']
