import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, eventSchemas, neededRights, toOpenApi } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { breakingChanges, type Description, toText } from '../../../scripts/openapi.ts'
import { filePaths } from '../src/raw.ts'

const root = join(import.meta.dirname, '../../..')
const kept = readFileSync(join(root, 'docs/openapi.released.json'), 'utf8')
const released = JSON.parse(kept) as Description & { info: { version: string } }

describe('KEY-08 a program that was written against the last release runs on', () => {
  test('nothing of it is taken away; after a release `npm run -s released` renews what is compared', () => {
    const info = { title: 'Kinora', version: released.info.version, rightsOf: neededRights }
    const beside = { files: filePaths, sent: eventSchemas }
    const next = toOpenApi(contract, info, beside) as unknown as Description
    const today = new Date().toISOString().slice(0, 10)
    expect(breakingChanges(released, next, today)).toEqual([])
  })

  test('what is compared is of the last release that the changelog has', () => {
    const [, latest] = /^## (\d+\.\d+\.\d+)/m.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
    expect(released.info.version).toBe(latest)
    expect(Object.keys(released.paths).length).toBeGreaterThan(150)
    expect(JSON.parse(toText(released as never))).toEqual(released)
  })
})

interface Parts {
  input?: object
  required?: string[]
  answer?: object
  parameters?: object[]
  more?: object
}
/** One call that takes and answers with an object. */
function describing({ input = {}, required = [], answer = {}, parameters = [], more = {} }: Parts) {
  const json = (properties: object, needed: string[]) => ({
    'application/json': { schema: { type: 'object', properties, required: needed } },
  })
  const post = {
    operationId: 'things.create',
    parameters,
    requestBody: { required: required.length > 0, content: json(input, required) },
    responses: { 201: { content: json(answer, Object.keys(answer)) }, default: {} },
    ...{ 'x-roles': [0, 2], 'x-rights': ['read', 'titles'] },
    ...more,
  }
  return { paths: { '/things': { post } } } as unknown as Description
}

const text = { type: 'string', maxLength: 40 }
const kind = { type: 'string', enum: ['a', 'b'] }
const orNull = { anyOf: [text, { type: 'null' }] }
const query = (schema: object, required = false) => [{ name: 'take', in: 'query', required, schema }]
const plain = { input: { name: text, kind, note: orNull }, answer: { id: text, kind, note: orNull } }

describe('KEY-08 what breaks a program and what doesn’t', () => {
  const of = (parts: Parts, was: Parts = plain) =>
    breakingChanges(describing(was), describing(parts), '2026-11-28').map(change =>
      change.replace('things.create: ', ''),
    )
  const { input, answer } = plain
  test.each<[string, Parts, string[]]>([
    ['nothing', {}, []],
    ['a new optional input', { input: { ...input, more: text } }, []],
    ['a new field of an answer', { answer: { ...answer, more: text } }, []],
    ['a longer input', { input: { ...input, name: { type: 'string', maxLength: 80 } } }, []],
    ['an input without a limit', { input: { ...input, name: { type: 'string' } } }, []],
    [
      'another value that an input takes',
      { input: { ...input, kind: { type: 'string', enum: ['a', 'b', 'c'] } } },
      [],
    ],
    [
      'another value of an answer',
      { answer: { ...answer, kind: { type: 'string', enum: ['a', 'b', 'c'] } } },
      [],
    ],
    ['an input that may be null', { input: { ...input, name: orNull } }, []],
    ['an answer that is never null', { answer: { ...answer, note: text } }, []],
    ['a new optional parameter', { parameters: query({ type: 'integer' }) }, []],
    [
      'another role and right',
      { more: { 'x-roles': [0, 1, 2], 'x-rights': ['read', 'titles', 'bulk'] } },
      [],
    ],
    ['an input that is gone', { input: { name: text, kind } }, ['body.note is gone']],
    ['an input that is required', { required: ['name'] }, ['a body is required', 'body.name is required']],
    [
      'a shorter input',
      { input: { ...input, name: { type: 'string', maxLength: 9 } } },
      ['body.name has maxLength 9'],
    ],
    ['a pattern', { input: { ...input, name: { ...text, pattern: '^x' } } }, ['body.name has pattern ^x']],
    [
      'a value that an input takes no more',
      { input: { ...input, kind: { type: 'string', enum: ['a'] } } },
      ['body.kind takes "b" no more'],
    ],
    [
      'an input of another type',
      { input: { ...input, name: { type: 'integer' } } },
      ['body.name is integer, and was string'],
    ],
    [
      'an input that may not be null any more',
      { input: { ...input, note: text } },
      ['body.note takes one of its forms no more'],
    ],
    ['a field of an answer that is gone', { answer: { id: text, kind } }, ['answer 201.note is gone']],
    [
      'a field of an answer of another type',
      { answer: { ...answer, id: { type: 'integer' } } },
      ['answer 201.id is integer, and was string'],
    ],
    ['an answer that may be null', { answer: { ...answer, id: orNull } }, ['answer 201.id has another form']],
    [
      'a parameter that is required',
      { parameters: query({ type: 'integer' }, true) },
      ['query take is required'],
    ],
    ['another name', { more: { operationId: 'things.add' } }, ['is called things.add']],
    ['a role less', { more: { 'x-roles': [0] } }, ['role 2 may not call it any more']],
    ['a right less', { more: { 'x-rights': ['read'] } }, ['the right titles isn’t enough any more']],
    ['no key', { more: { 'x-rights': undefined } }, ['no key may call it any more']],
    ['another status', { more: { responses: { 200: {}, default: {} } } }, ['answers 201 no more']],
  ])('%s', (_, parts, changes) => expect(of({ ...plain, ...parts })).toEqual(changes))

  test('a parameter that is gone, and a narrower one', () => {
    const was = { ...plain, parameters: query({ type: 'integer', maximum: 100 }) }
    expect(of(plain, was)).toEqual(['query take is gone'])
    expect(of({ ...plain, parameters: query({ type: 'integer', maximum: 50 }) }, was)).toEqual([
      'query take has maximum 50',
    ])
    expect(of({ ...plain, parameters: query({ type: 'number' }) }, was)).toEqual([])
  })

  test('a call may go once the day that it has told is over', () => {
    const none: Description = { paths: {} }
    const going = describing({ ...plain, more: { 'x-sunset': '2027-09-30' } })
    expect(breakingChanges(describing(plain), none, '2030-01-01')).toEqual([
      'things.create: post /things is gone',
    ])
    expect(breakingChanges(going, none, '2027-09-30')).toHaveLength(1)
    expect(breakingChanges(going, none, '2027-10-01')).toEqual([])
  })

  test('an event that is sent has all that it had', () => {
    const sending = (properties: object) =>
      ({
        paths: {},
        webhooks: {
          'title.created': {
            post: {
              operationId: 'webhook.title.created',
              requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
              responses: {},
            },
          },
        },
      }) as unknown as Description
    const before = sending({ id: text })
    expect(breakingChanges(before, sending({ id: text, more: text }), '2026-11-28')).toEqual([])
    expect(breakingChanges(before, sending({}), '2026-11-28')).toEqual([
      'webhook.title.created: body.id is gone',
    ])
    expect(breakingChanges(before, { paths: {} }, '2026-11-28')).toEqual([
      'webhook.title.created is sent no more',
    ])
  })
})
