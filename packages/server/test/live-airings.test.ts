import { EventType, eventSchemas, type LogEvent, newEvent } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsTable } from '../src/events/tables.ts'
import { tellAirings } from '../src/live/airings.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'

const tenantId = 'pulsehouse'
/** 18:00 in the zone of the tenant. */
const start = Date.parse('2026-11-23T17:00:00Z')
const minute = 60_000

describe.each(databases)('HOOK-01 what begins and ends by the clock is told once, on %s', db => {
  let now = start
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db, clock: { now: () => new Date(now) } })
    await server.deps.db.delete(eventsTable)
    const event = {
      ...{ ...newEvent, tenantId, type: EventType.Scheduled, durationSecond: 3600 },
      ...{ active: true, activatedOnce: true },
      schedule: { type: 1 as const, weekdays: [1, 4], daily_time: '18:00' },
    }
    await server.deps.db.insert(eventsTable).values([
      { ...event, eventId: 'spin', title: 'Spin' },
      { ...event, eventId: 'yoga', title: 'Yoga' },
      { ...event, eventId: 'off', title: 'Off', active: false },
    ])
  })
  afterAll(() => server?.close())

  const toldAt = async (minutes: number): Promise<string[]> => {
    now = start + minutes * minute
    const before = await list()
    await tellAirings(server.deps)
    await tellAirings(server.deps)
    const events = (await list()).slice(before.length)
    for (const event of events) {
      const { schema } = eventSchemas.find(({ type }) => type === event.type)!
      expect(schema.safeParse(event).error).toBeUndefined()
    }
    return events.map(({ type, data }) => `${type} ${data.eventId} ${data.date}`).sort()
  }
  const list = async (): Promise<LogEvent[]> => {
    const types = ['event.on_air', 'event.ended'] as const
    return (await server.api('tenant')['event-log'].list({ types: [...types], limit: 1000 })).data
  }

  test('each occurrence, however often somebody looks, also where it is cut short', async () => {
    expect(await toldAt(-1)).toEqual([])
    expect(await toldAt(0)).toEqual(['event.on_air spin 2026-11-23', 'event.on_air yoga 2026-11-23'])
    await server.deps.db.update(eventsTable).set({ active: false }).where(eq(eventsTable.eventId, 'yoga'))
    expect(await toldAt(30)).toEqual(['event.ended yoga 2026-11-23'])
    expect(await toldAt(60)).toEqual(['event.ended spin 2026-11-23'])
    expect(await toldAt(3 * 24 * 60)).toEqual(['event.on_air spin 2026-11-26'])
    await server.deps.db.delete(eventsTable)
    expect(await toldAt(3 * 24 * 60 + 5)).toEqual(['event.ended spin 2026-11-26'])
  })

  test('nothing of it is another tenant’s', async () => {
    const foreign = await server.api('support', { tenantId: 'nordicmove' })['event-log'].list({})
    expect(foreign.data).toEqual([])
  })
})
