import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { contract } from '../contract.ts'
import type { Endpoint } from './endpoint.ts'
import { namingFieldsOf, wireNamesOf } from './schema-names.ts'
import { fromWireNames, renamePath, toWireNames } from './wire-names.ts'

const Row = z.object({ eventId: z.string().meta({ wire: 'event_Id' }), title: z.string() })
const Answer = z.object({
  data: z.array(Row.nullable()).default([]),
  byDay: z.record(z.string(), Row).optional(),
  sort: namingFieldsOf(Row, Row.keyof()),
  total: z.int(),
})
const inside = {
  data: [{ eventId: 'a', title: 'event_Id' }, null],
  byDay: { eventId: { eventId: 'b', title: 'Spin' } },
  sort: 'eventId',
  total: 2,
}
const wire = {
  data: [{ event_Id: 'a', title: 'event_Id' }, null],
  byDay: { eventId: { event_Id: 'b', title: 'Spin' } },
  sort: 'event_Id',
  total: 2,
}

describe('API-103, C-49 fields have their own names on the wire', () => {
  const names = wireNamesOf(Answer)

  test('there and back, at any depth, in the same order; texts of people stay', () => {
    expect(JSON.stringify(toWireNames(names, inside))).toBe(JSON.stringify(wire))
    expect(fromWireNames(names, wire)).toEqual(inside)
    expect(toWireNames(names, wire)).toEqual(wire)
  })

  test('a schema without such names has none, and its values are handed on as they are', () => {
    const plain = z.object({ rows: z.array(z.object({ title: z.string() })) })
    const value = { rows: [{ title: 'a' }] }
    expect(wireNamesOf(plain)).toBeUndefined()
    expect(toWireNames(undefined, value)).toBe(value)
  })

  test('they stay with a field that is picked, made optional, or taken into another schema', () => {
    const other = z.object({ one: Row.pick({ eventId: true }).partial().optional(), ...Row.partial().shape })
    expect(toWireNames(wireNamesOf(other), { one: { eventId: 'a' }, eventId: 'b' })).toEqual({
      one: { event_Id: 'a' },
      event_Id: 'b',
    })
  })

  test('the options of a union have one set of names, which is told where they differ', () => {
    const other = z.object({ id: z.string().meta({ wire: 'ID' }) })
    expect(wireNamesOf(z.union([z.string(), Row]))).toEqual(wireNamesOf(Row))
    expect(() => wireNamesOf(z.union([Row, other]))).toThrow('different names')
  })

  test('an issue names its field as the caller does', () => {
    expect(renamePath(names, 'data.0.eventId', 'wire')).toBe('data.0.event_Id')
    expect(renamePath(names, 'data.0.event_Id', 'inside')).toBe('data.0.eventId')
    expect(renamePath(names, 'byDay.eventId.eventId', 'wire')).toBe('byDay.eventId.event_Id')
    expect(renamePath(undefined, 'data.0.eventId', 'wire')).toBe('data.0.eventId')
  })
})

/** Spellings of the wire that are still spoken inside. */
const spoken = new Set([
  ...['Availability', 'IsMigrating', 'SourceProviderId', 'IsAutoPublish', 'jobID', 'Provider'],
  ...['next_occurrence_time', 'daily_time', 'schedule_time', 'scheduled_Time', 'created_date'],
  'localyticsiOSId',
])

test('law 14 inside, fields are called in one spelling', () => {
  const odd = new Set<string>()
  const seen = new Set<unknown>()
  const walk = (schema: z.core.$ZodType | undefined): void => {
    if (schema === undefined || seen.has(schema)) return
    seen.add(schema)
    const {
      shape = {},
      innerType,
      in: entry,
      element,
      valueType,
      options = [],
    } = schema._zod.def as never as {
      shape?: Record<string, z.core.$ZodType>
      options?: z.core.$ZodType[]
    } & Record<'innerType' | 'in' | 'element' | 'valueType', z.core.$ZodType | undefined>
    for (const [name, field] of Object.entries(shape)) {
      if (!/^[a-z][a-z\d]*([A-Z][a-z\d]+)*$/.test(name)) odd.add(name)
      walk(field)
    }
    for (const inner of [innerType, entry, element, valueType, ...options]) walk(inner)
  }
  for (const noun of Object.values(contract))
    for (const { input, output } of Object.values(noun) as Endpoint[]) {
      walk(input)
      if (!('kind' in output)) walk(output)
    }
  // One that nobody speaks any more leaves the list.
  expect([...odd].sort()).toEqual([...spoken].sort())
})
