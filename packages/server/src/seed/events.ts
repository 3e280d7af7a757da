import { EventType, newEvent } from '@kinora/core'
import type { Deps } from '../deps.ts'
import { eventsTable, type StoredEvent } from '../events/tables.ts'
import { storeImage } from '../images/index.ts'
import type { FilesPort } from '../ports/files.ts'
import { insertTitle } from '../stored-titles/index.ts'

const tenantId = 'pulsehouse'
const weekly = (daily_time: string, ...weekdays: number[]) => ({ type: 1 as const, weekdays, daily_time })

const described = {
  classLanguageCode: 'en-GB',
  classCategoryId: 'strength',
  classSubCategoryId: 'strength-kettlebell',
  skill: 4,
  intensity: 7,
  equipmentIds: ['equipment-kettlebell'],
  instructor: 'Nina Vogt',
}

/** EVENT-18: what is complete can be active. */
const active = { ...described, active: true, activatedOnce: true }

type Demo = Partial<StoredEvent> & Pick<StoredEvent, 'eventId' | 'title' | 'type'> & { cover?: string }

/** A week of the demo’s tenant with all three types. The first one waits for its video and cover. */
const demoEvents: readonly Demo[] = [
  {
    eventId: 'event-morning-strength',
    title: 'Morning strength',
    type: EventType.Simulated,
    schedule: weekly('07:00', 1, 3, 5),
    durationSecond: 2700,
    description: 'Kettlebells before work.',
    ...described,
  },
  {
    eventId: 'event-lunch-ride',
    title: 'Lunch ride',
    type: EventType.Scheduled,
    category: 'Cycle',
    schedule: weekly('12:15', 2, 4),
    durationSecond: 566,
    description: 'Intervals on the bike.',
    ...active,
    contentId: 'demo-39',
    cover: 'cover-03.jpg',
  },
  {
    eventId: 'event-friday-live',
    title: 'Friday live',
    type: EventType.Live,
    eventSource: 'platform',
    schedule: weekly('18:30', 5),
    durationSecond: 3600,
    eventKey: 'demo-live-key',
    description: 'From the studio, with questions.',
    ...active,
    cover: 'cover-07.jpg',
  },
  {
    eventId: 'event-guest-stream',
    title: 'Guest stream',
    type: EventType.Live,
    eventSource: 'external',
    schedule: weekly('20:00', 0),
    durationSecond: 2700,
    description: 'From our friends’ studio.',
    liveStreamingLink: 'https://stream.example/guest',
    ...active,
    cover: 'cover-05.jpg',
  },
]

export async function seedEvents(
  { db, blobs, clock }: Pick<Deps, 'db' | 'blobs' | 'clock'>,
  assets: FilesPort,
): Promise<void> {
  const at = { createdAt: clock.now(), updatedAt: clock.now() }
  const rows: (typeof eventsTable.$inferInsert)[] = []
  for (const { cover, ...event } of demoEvents) {
    const file = cover === undefined ? undefined : await assets.read(`/${cover}`)
    const imageUrl = file === undefined ? null : await storeImage({ blobs, db }, file.bytes, 'jpg')
    rows.push({ ...newEvent, ...event, ...at, tenantId, imageUrl })
  }
  await db.transaction(async tx => {
    await tx.insert(eventsTable).values(rows)
    for (const { eventId, title, type } of demoEvents)
      if (type === EventType.Simulated)
        await insertTitle(tx, {
          tag: eventId,
          isEvent: true,
          tenantId,
          providerId: 'tenant-pulsehouse',
          className: title,
          thumbnailType: 'custom',
        })
  })
}
