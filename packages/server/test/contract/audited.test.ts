import { type Endpoint, everyRole, isReading, LogEventType, Role, readingCalls } from '@kinora/core'
import { asc, gt, max } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesTable as entries } from '../../src/kernel/rows/audit.ts'
import { eventLogTable } from '../../src/kernel/rows/event-log.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { makeMedia } from '../titles/support.ts'
import { accounts, endpoints, send, siteToken, type Who } from './calls.ts'
import { roleOf } from './good-input.ts'
import { makeFarOwners } from './owners.ts'
import { recordedAs, toldLater, unrecorded } from './recorded.ts'
import { goodWrite, writes } from './writes.ts'

let server: TestServer
const users = new Map<Who | undefined, { token: string; userId: string }>()
beforeAll(async () => {
  server = await createTestServer({ media: await makeMedia() })
  await makeFarOwners(server)
  for (const role of everyRole) {
    const { token, user } = await server.signIn(accounts[role])
    users.set(role, { token, userId: user.userId })
  }
})
afterAll(() => server?.close())

/** Calls it from the command line with what it takes, and gives the entries that this left. */
async function act(endpoint: Endpoint) {
  const { db } = server.deps
  const input = await goodWrite(endpoint, server)
  const who = roleOf(endpoint)
  const token = who === 'site' ? await siteToken(server) : users.get(who)?.token
  const [last] = await db.select({ id: max(entries.id) }).from(entries)
  const answer = await send(server, endpoint, input, { token, client: 'cli' })
  const wanted = gt(entries.id, last?.id ?? 0)
  const left = await db.select().from(entries).where(wanted).orderBy(asc(entries.id))
  return { answer, left }
}

/** Nouns whose rows have no name, or one that can be erased. */
const nameless: ReadonlySet<string> = new Set([
  'members',
  'playback',
  'reports',
  'site',
  'title-jobs',
  'translations',
])

describe('C-14, API-101 every write of the contract is answered with its status and leaves an audit entry', () => {
  const audited = endpoints.filter(endpoint => !isReading(endpoint) && !(endpoint.id in unrecorded))

  test.each(audited.map(endpoint => [endpoint.id, endpoint] as const))('%s', async (id, endpoint) => {
    const { answer, left } = await act(endpoint)
    if (answer.status >= 300)
      throw new Error(
        `${id} answered ${answer.status}: test/contract/writes.ts needs what it takes to do something, or test/contract/rows.ts a row. ${answer.text}`,
      )
    expect(answer.status).toBe(endpoint.created === undefined ? endpoint.status : 201)
    const called = left.map(({ noun, verb }) => `${noun}.${verb}`)
    expect(called, `${id} leaves no such audit entry, or test/contract/writes.ts lacks a change`).toEqual(
      expect.arrayContaining([...(recordedAs[id] ?? [id])]),
    )
    const { userId } = users.get(roleOf(endpoint))!
    const isAdmin = roleOf(endpoint) === Role.Admin
    for (const entry of left) {
      // Of a tenant's own settings the tenant is the owner, whoever writes them.
      const isOfTenant = ['tenants', 'web-settings', 'app-settings'].includes(entry.noun)
      const tenantId = isOfTenant ? entry.rowId : isAdmin ? null : 'pulsehouse'
      expect(entry).toMatchObject({ userId, client: 'cli', tenantId })
      const isNameless = nameless.has(entry.noun) || /Feed$/.test(entry.verb) || id === 'views.reorder'
      if (!isNameless) expect(entry.rowName, `0122 ${id} keeps no name`).toBeTruthy()
    }
  })

  test.each(endpoints.filter(isReading).map(endpoint => [endpoint.id, endpoint] as const))(
    'and %s, which reads, leaves none',
    async (_, endpoint) => {
      expect((await act(endpoint)).left).toEqual([])
    },
  )

  test('names only calls that there are', () => {
    const ids = new Set(endpoints.map(endpoint => endpoint.id))
    const written = [unrecorded, recordedAs, writes].flatMap(Object.keys)
    const named = [...readingCalls, ...written]
    expect(named.filter(id => !ids.has(id))).toEqual([])
  })
})

describe('HOOK-01 every type of events is told by some call, or by the work that one begins', () => {
  const told = new Set<string>()
  beforeAll(async () => {
    // What leaves no entry, as no person writes it, tells all the same.
    for (const id of ['site-content.addReviews', 'site-content.addMembers'])
      await act(endpoints.find(endpoint => endpoint.id === id)!)
    for (const { type } of await server.deps.db
      .selectDistinct({ type: eventLogTable.type })
      .from(eventLogTable))
      told.add(type)
  })
  const byCalls = LogEventType.options.filter(type => !(toldLater as readonly string[]).includes(type))

  test.each(byCalls)('%s', type => {
    expect([...told], 'no call above tells it, and toldLater of recorded.ts doesn’t name it').toContain(type)
  })
})
