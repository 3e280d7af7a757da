import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type PGlite, parse, protocol } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPglite } from './database.ts'

/** The version that the calls below were read and tested with. */
const VERSION = '0.5.16'
/** What the statement cache uses of PGlite that its manual doesn't name (decision 0023). */
const privateCalls = [
  '_checkReady',
  '_runExclusiveQuery',
  '_runExclusiveTransaction',
  'execProtocolStream',
  'isInTransaction',
  'syncToFs',
] as const
const privateFields = ['parsers', 'serializers'] as const
const manual = ['query', 'exec', 'transaction', 'dumpDataDir', 'close']

const adapters = new URL('../src/adapters/database/', import.meta.url)
const read = (url: URL | string) => readFileSync(url, 'utf8')
const inPackage = (url: string) =>
  JSON.parse(read(new URL('../package.json', url))) as Record<string, unknown>

let client: PGlite
beforeAll(async () => {
  client = (await openTestPglite()).client
})
afterAll(() => client.close())

describe('the private calls of PGlite', () => {
  test('belong to one exact version', () => {
    const told = `PGlite isn't ${VERSION} any more: read its changes to the calls named here, run the tests of the port, then name the new version`
    expect(inPackage(import.meta.url).dependencies, told).toMatchObject({ '@electric-sql/pglite': VERSION })
    expect(inPackage(import.meta.resolve('@electric-sql/pglite')).version, told).toBe(VERSION)
  })

  test.each(privateCalls)('%s is there', name => {
    expect(client[name], `PGlite has no ${name} any more, which the statement cache calls`).toBeTypeOf(
      'function',
    )
  })

  test.each(privateFields)('%s is there', name => {
    expect(client[name], `PGlite has no ${name} any more, which the statement cache reads`).toBeTypeOf(
      'object',
    )
  })

  test('parse and serialize its protocol', () => {
    expect(parse.parseResults).toBeTypeOf('function')
    expect(parse.parseDescribeStatementResults).toBeTypeOf('function')
    expect(protocol.serialize.bind).toBeTypeOf('function')
  })

  test('are all named here', () => {
    const sources = readdirSync(fileURLToPath(adapters)).filter(name => /^pglite.*\.ts$/.test(name))
    const used = sources.flatMap(name =>
      [...read(new URL(name, adapters)).matchAll(/\bclient\.(\w+)/g)].map(([, call]) => call!),
    )
    const known: readonly string[] = [...privateCalls, ...privateFields, ...manual]
    expect(
      used.filter(call => !known.includes(call)),
      'name it here, or use what the manual names',
    ).toEqual([])
    expect(used).toEqual(expect.arrayContaining([...privateCalls, ...privateFields]))
  })
})
