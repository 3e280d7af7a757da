import { EventType, events } from '@kinora/core'
import { toDate, toDayNumber, weekdayOf } from '@kinora/core/schedule'
import { expect, onTestFinished, test } from 'vitest'
import { kinoraAs, renderWith } from '../testing/platform.tsx'
import { type ScheduleModel, type ScheduleOptions, useSchedule } from './use-schedule.ts'

/** A day some weeks on, which no other test looks at: of the weekday three days ahead, as no event may begin within four hours (EVENT-12). */
const first = Math.floor(Date.now() / 86_400_000) + 3 + 63
const day = (after: number) => toDate(first + after)

/** What the hook gives now, of a weekly class at nine on that weekday. */
async function open(options: ScheduleOptions = { from: day(0), to: day(13) }) {
  const kinora = await kinoraAs('tenant')
  const session = kinora.session.getSnapshot()
  if (session.kind !== 'loggedIn') throw new Error('Nobody is signed in.')
  const { tenantId } = session.user.tenants[0]!
  const title = `Hills ${crypto.randomUUID().slice(0, 8)}`
  const { eventId } = await kinora.session.send(events.create, {
    ...{ tenantId, title, type: EventType.Scheduled, durationSecond: 1800 },
    schedule: { type: 1, weekdays: [weekdayOf(first)], daily_time: '09:00' },
  })
  // One that its test has removed is refused.
  onTestFinished(
    async () => void (await kinora.session.send(events.remove, { ids: [eventId] }).catch(() => [])),
  )
  let model: ScheduleModel | undefined
  function Probe() {
    model = useSchedule(options)
    return null
  }
  await renderWith(kinora, <Probe />)
  const own = () => (model?.classes ?? []).filter(({ event }) => event.eventId === eventId)
  const shown = () => own().map(({ day, time, exception }) => [day, time, exception])
  await expect.poll(() => own().length).toBeGreaterThan(0)
  return { eventId, act: () => model!, own, shown }
}

test('EMBED-02 C-150 acts on one date are read again, each with what differs from its series', async () => {
  const { act, own, shown } = await open()
  expect(shown()).toEqual([
    [day(0), '09:00', null],
    [day(7), '09:00', null],
  ])
  const moved = await act().move(own()[0]!, { day: day(1), time: '10:30' })
  expect(moved.kind).toBe('done')
  await expect.poll(shown).toEqual([
    [day(1), '10:30', 'moved'],
    [day(7), '09:00', null],
  ])
  expect((await act().cancelDate(own()[0]!)).kind).toBe('done')
  await expect.poll(() => shown()[0]).toEqual([day(1), '10:30', 'cancelled'])
  expect((await act().bringBackDate(own()[0]!)).kind).toBe('done')
  await expect.poll(() => shown()[0]).toEqual([day(1), '10:30', 'moved'])
  expect((await act().restoreDate(own()[0]!)).kind).toBe('done')
  await expect.poll(() => shown()[0]).toEqual([day(0), '09:00', null])
  expect((await act().addDate(own()[0]!.event, { day: day(3), time: '12:00' })).kind).toBe('done')
  await expect.poll(() => shown()[1]).toEqual([day(3), '12:00', 'added'])
})

test('EMBED-02 a whole series is moved and removed; what the rules refuse is an answer', async () => {
  const { act, own, shown, eventId } = await open()
  const refused = await act().move(own()[0]!, { day: day(7), time: '09:00' })
  expect(refused).toMatchObject({ kind: 'failed' })
  expect((await act().move(own()[0]!, { day: day(2), time: '09:15' }, 'all')).kind).toBe('done')
  await expect.poll(shown).toEqual([
    [day(2), '09:15', null],
    [day(9), '09:15', null],
  ])
  const removed = await act().remove(eventId)
  expect(removed).toMatchObject({ kind: 'done', output: [{ id: eventId }] })
  await expect.poll(shown).toEqual([])
})

test('EMBED-02 a fixed state and type narrow what is asked; a day that is none asks nothing', async () => {
  const kinora = await kinoraAs('tenant')
  const models: Record<string, ScheduleModel> = {}
  function Probe({ name, ...options }: ScheduleOptions & { name: string }) {
    models[name] = useSchedule(options)
    return null
  }
  const range = { from: day(-42), to: day(-36) }
  await renderWith(
    kinora,
    <>
      <Probe name="live" {...range} filter={{ type: EventType.Live, status: 'active' }} />
      <Probe name="none" from="soon" to="later" />
    </>,
  )
  await expect.poll(() => models.live!.state).toBe('ready')
  expect(new Set(models.live!.classes.map(({ event }) => event.type))).toEqual(new Set([EventType.Live]))
  expect(models.live!.zone).toMatch(/\//)
  expect([models.none!.state, models.none!.classes]).toEqual(['loading', []])
  expect(toDayNumber(models.live!.classes[0]!.day)).toBeGreaterThanOrEqual(toDayNumber(range.from))
})
