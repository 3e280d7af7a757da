import type * as z from 'zod'
import { wireNameOf } from '../schema-names.ts'

/** What a field takes, and what it refuses. */
export type FieldRule = readonly [takes: readonly unknown[], refuses: readonly unknown[]]
export type FieldTable = Readonly<Record<string, FieldRule>>

const short = (value: unknown): string => (JSON.stringify(value) ?? String(value)).slice(0, 40)

/** Where a schema is not as a table of fields says, by their names on the wire; a field that it lacks is named too. */
export function differences({ shape }: z.ZodObject, table: FieldTable): string[] {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [wireNameOf(name, field), field]))
  return Object.entries(table).flatMap(([name, [takes, refuses]]) => {
    const field = fields.get(name) as z.ZodType | undefined
    if (field === undefined) return [`${name} is missing`]
    const accepts = (value: unknown) => field.safeParse(value).success
    return [
      ...takes.filter(value => !accepts(value)).map(value => `${name} refuses ${short(value)}`),
      ...refuses.filter(accepts).map(value => `${name} takes ${short(value)}`),
    ]
  })
}

/** Kinds of fields that stand in many tables. */
export const text: FieldRule = [
  ['', 'a'],
  [1, null],
]
export const textOrNull: FieldRule = [['a', null], [1]]
export const flag: FieldRule = [
  [true, false],
  ['true', 1, null],
]
export const whole: FieldRule = [
  [0, 7],
  [1.5, '7', null],
]
export const wholeOrNull: FieldRule = [
  [0, 7, null],
  [1.5, '7'],
]
export const texts: FieldRule = [
  [[], ['a', 'b']],
  ['a', [1], null],
]
export const oneOf = (...values: readonly unknown[]): FieldRule => [values, ['other', 99, null]]
/** Text of at most so many characters. */
export const upTo = (max: number): FieldRule => [['a'.repeat(max)], ['a'.repeat(max + 1), 1, null]]
/** The same, and some. */
export const someUpTo = (max: number): FieldRule => [
  ['a', 'a'.repeat(max)],
  ['', ' ', 'a'.repeat(max + 1), null],
]
