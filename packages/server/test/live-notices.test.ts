import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EventType, newEvent } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventsTable } from '../src/events/tables.ts'
import { mailLacking } from '../src/live/notices.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'

const tenantId = 'pulsehouse'
const start = Date.parse('2026-11-23T17:00:00Z')
const minute = 60_000

describe.each(databases)(
  'C-138 0141 who made a class that has nothing to play is told an hour before, on %s',
  db => {
    let now = start
    let server: TestServer
    let createdBy: string
    beforeAll(async () => {
      const settings = { publicUrl: 'https://portal.example/' }
      server = await createTestServer({ db, clock: { now: () => new Date(now) }, settings })
      createdBy = (await server.signIn('tenant')).user.userId
      await server.deps.db.delete(eventsTable)
    })
    afterAll(() => server?.close())
    const outbox = () => join(server.folder, 'outbox')
    const mails = async () => {
      const files = await readdir(outbox()).catch(() => [])
      return Promise.all(files.sort().map(file => readFile(join(outbox(), file), 'utf8')))
    }

    test('once for each occurrence, with what mends it; not of one that plays or is off', async () => {
      const event = {
        ...{
          ...newEvent,
          tenantId,
          type: EventType.Scheduled,
          durationSecond: 3600,
          createdBy,
        },
        ...{ active: true, activatedOnce: true },
        schedule: { type: 1 as const, weekdays: [1, 4], daily_time: '18:00' },
      }
      await server.deps.db.insert(eventsTable).values([
        { ...event, eventId: 'lacking', title: 'Spin' },
        { ...event, eventId: 'off', title: 'Off', active: false },
        { ...event, eventId: 'unmade', title: 'Nobody’s', createdBy: null },
        {
          ...event,
          eventId: 'live',
          title: 'Live',
          type: EventType.Live,
          eventSource: 'platform',
          eventKey: 'key',
        },
      ])
      now = start - 61 * minute
      await mailLacking(server.deps)
      expect(await mails()).toEqual([])
      now = start - 60 * minute
      await mailLacking(server.deps)
      await mailLacking(server.deps)
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      const text = mail!.replaceAll('=\r\n', '').replaceAll('=3D', '=')
      expect(text).toContain('https://portal.example/schedule/lacking/edit?date=2026-11-23')
      expect(text).toContain('kinora schedule edit lacking --class TAG --tenant pulsehouse')
      // The next one of the series is another.
      now = start + 3 * 24 * 60 * minute - 30 * minute
      await mailLacking(server.deps)
      expect(await mails()).toHaveLength(2)
    })
  },
)
