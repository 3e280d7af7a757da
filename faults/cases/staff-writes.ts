import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'
import { EventType, en, newEvent, TitleStatus } from '@kinora/core'
import { run } from '../../packages/server/test/titles/many.ts'
import type { FaultCase } from '../cases.ts'
import { account, type Rig } from '../rig.ts'
import { fill, freeDisk, onSmallDisk } from '../small-disk.ts'
import { inDatabase } from '../stored.ts'
import { killAtAnswer, newName } from './kills.ts'
import { ready, sendWhole } from './pipeline.ts'
import { CHANNEL, prepare } from './publishing.ts'
import { lost, words } from './supply.ts'

const TITLES = Number(process.env.KINORA_FAULT_MATRIX_TITLES ?? 1500)
const KILLS = 4
const tenantId = 'pulsehouse'
const admin = 'admin@demo.kinora.test'
const OTHER_CHANNEL = 'tempo-ride-studio'
type Api = Rig['api']

/** A change that a person makes with one call. */
interface Change<S> {
  /** What is stored, as far as it is about it. */
  stored(): Promise<S>
  make(api: Api): Promise<unknown>
  isMade(state: S): boolean
  takeBack(): Promise<unknown>
}

/**
 * The answer to a change is lost, then the server is killed -9 some moments into it: its words say that nobody knows, what is
 * stored is all of it or none, and what wasn't made can be made again.
 */
async function wholeOrNothing<S>(
  rig: Rig,
  { stored, make, isMade, takeBack }: Change<S>,
  email = account,
): Promise<string[]> {
  const [heard, unheard] = [rig.apiOf(email), rig.apiOf(email, rig.proxy)]
  // Signs in before anything is lost.
  await unheard.session.verify({})
  const before = await stored()
  rig.proxy.begin(({ method }) => (method === 'GET' ? undefined : lost))
  assert.equal(await words(make(unheard)), en['error.502'])
  assert.ok(isMade(await stored()), 'made, though nobody heard so')
  await takeBack()
  assert.deepEqual(await stored(), before, 'taken back')
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const { fault, restarted } = killAtAnswer(rig, kill === KILLS)
    rig.proxy.begin(({ method }) => (method === 'GET' ? undefined : fault))
    assert.equal(await words(make(unheard)), en['error.502'])
    await restarted()
    rig.proxy.begin()
    const after = await stored()
    if (!isMade(after)) {
      assert.deepEqual(after, before, 'nothing of it')
      await make(heard)
      assert.ok(isMade(await stored()), 'made again')
    }
    await takeBack()
    assert.deepEqual(await stored(), before, 'taken back')
  }
  return ['answer lost', ...Array.from({ length: KILLS }, () => 'kill -9 of the server')]
}

const DAY = 86_400_000
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** A weekly class from now on, and what can be done to it in a fortnight. */
async function newSeries(rig: Rig) {
  const first = (Math.floor(Date.now() / DAY) + 14) * DAY
  const schedule = { type: 1 as const, weekdays: [new Date(first).getUTCDay()], daily_time: '12:00' }
  const draft = {
    ...newEvent,
    title: newName(rig, 'Series'),
    type: EventType.Scheduled,
    schedule,
    durationSecond: 3600,
  }
  const { eventId } = await rig.api.events.create({ tenantId, ...draft })
  const date = dayOf(first)
  /** Its parts by their days, without what counts the writes. */
  const stored = async () => {
    const { data } = await rig.api.events.list({ tenantId, query: draft.title, take: -1 })
    const parts = data.map(({ startsOn, endsOn, exceptions }) => ({ startsOn, endsOn, exceptions }))
    return parts.sort((one, other) => (one.startsOn ?? '').localeCompare(other.startsOn ?? ''))
  }
  const move: Change<Awaited<ReturnType<typeof stored>>> = {
    stored,
    make: api =>
      api.events.changeOccurrence({ eventId, date, start: new Date(first + DAY + DAY / 2).toISOString() }),
    isMade: ([part]) => part?.exceptions[date]?.start !== undefined,
    takeBack: () => rig.api.events.restoreOccurrence({ eventId, date }),
  }
  const later = dayOf(first + 7 * DAY)
  const split: typeof move = {
    stored,
    make: api => api.events.split({ eventId, date: later, instructor: 'Ana' }),
    isMade: ([one, other, ...more]) =>
      one?.endsOn === dayOf(first + 6 * DAY) && other?.startsOn === later && more.length === 0,
    async takeBack() {
      const { data } = await rig.api.events.list({ tenantId, query: draft.title, take: -1 })
      await rig.api.events.join({ eventId: data.find(({ continues }) => continues === eventId)!.eventId })
    },
  }
  return { eventId, date, move, split }
}

const series: FaultCase = {
  roles: ['video'],
  own: {},
  name: `C-150 a date of a weekly event is moved, and the series parted: the answers lost, the server killed -9 ${KILLS} times in each: whole or not at all, with one audit entry for each, and the same again`,
  async run(rig) {
    const { eventId, move, split } = await newSeries(rig)
    const faults = [...(await wholeOrNothing(rig, move)), ...(await wholeOrNothing(rig, split))]
    const { version } = await rig.api.events.view({ tenantId, eventId })
    const [row] = await inDatabase(rig, db =>
      run<{ count: number }>(
        db,
        `SELECT count(*)::int AS count FROM audit_entries WHERE noun = 'events' AND row_id = '${eventId}'`,
      ),
    )
    assert.equal(row?.count, version, 'an entry for every version')
    // Parted already, the series has no such date any more.
    await split.make(rig.api)
    assert.equal(await words(split.make(rig.api)), en['event.noOccurrence'])
    assert.ok(split.isMade(await split.stored()))
    return { faults, resent: 0 }
  },
}

/** What tenants have of the two channels, and how often the audit says so. */
const matrixOf = (rig: Rig) =>
  inDatabase(rig, async db => ({
    given: await run<{ channel: string; tenants: string[] }>(
      db,
      `SELECT channel_tag AS channel, array_agg(tenant_id ORDER BY tenant_id) AS tenants FROM channel_tenants
        WHERE channel_tag IN ('${CHANNEL}', '${OTHER_CHANNEL}') GROUP BY 1 ORDER BY 1`,
    ),
    titles: await run<{ tenants: string[]; count: number }>(
      db,
      `SELECT sorted.tenants, count(*)::int AS count FROM titles,
        LATERAL (SELECT array(SELECT unnest(tenants) ORDER BY 1) AS tenants) AS sorted
        WHERE channel_id = '${CHANNEL}' GROUP BY 1`,
    ),
    entries: await run<{ channel: string; verb: string; count: number }>(
      db,
      `SELECT row_id AS channel, verb, count(*)::int AS count FROM audit_entries
        WHERE noun = 'channels' AND row_id IN ('${CHANNEL}', '${OTHER_CHANNEL}') GROUP BY 1, 2 ORDER BY 1, 2`,
    ),
  }))

/** Ends a job that runs, however often its server is killed. */
async function ended(api: Api, jobId: string) {
  for (;;) {
    const job = await api.publishing.view({ jobId })
    if (job.status !== 'Running') return job
    await wait(200)
  }
}

const matrix: FaultCase = {
  roles: ['video'],
  own: {},
  name: `CHAN-13, decision 0127 two channels and three tenants ticked at once, ${TITLES} titles: the answer lost, the server killed -9 ${KILLS} times in the job: every tenant gets all it was ticked for, once, and the same again changes nothing`,
  async run(rig) {
    const [heard, unheard] = [rig.apiOf(admin), rig.apiOf(admin, rig.proxy)]
    const tenants = (await prepare(rig, heard, { count: 2, titles: TITLES })).sort()
    const [one, two] = tenants as [string, string]
    const changes = [
      { tenantId: one, publish: [CHANNEL], unpublish: [] },
      { tenantId: two, publish: [CHANNEL, OTHER_CHANNEL], unpublish: [] },
      { tenantId: 'nordicmove', publish: [], unpublish: [OTHER_CHANNEL] },
    ]
    await unheard.tenants.list({ take: 1 })
    rig.proxy.begin(({ method }) => (method === 'GET' ? undefined : lost))
    assert.equal(await words(unheard.publishing.setMany({ changes })), en['error.502'])
    rig.proxy.begin()
    const faults = ['answer lost']
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await wait(rig.random.between(0, 1000))
      await rig.restart()
      faults.push('kill -9 of the server')
    }
    // The same again waits behind the job that nobody heard of, and finds nothing left to do.
    const { job } = await heard.publishing.setMany({ changes })
    const again = await ended(heard, job.jobId)
    assert.deepEqual([again.status, again.counts.done, again.counts.refused], ['Done', 3, 0])
    const stored = await matrixOf(rig)
    assert.deepEqual(stored, {
      given: [
        { channel: CHANNEL, tenants },
        { channel: OTHER_CHANNEL, tenants: [two] },
      ],
      titles: [{ tenants, count: TITLES }],
      entries: [
        { channel: CHANNEL, verb: 'publish', count: 2 },
        { channel: OTHER_CHANNEL, verb: 'publish', count: 1 },
        { channel: OTHER_CHANNEL, verb: 'unpublish', count: 1 },
      ],
    })
    const third = await heard.publishing.setMany({ changes })
    const { results } = await ended(heard, third.job.jobId)
    assert.ok(results.every(({ arriving, leaving }) => arriving === 0 && leaving === 0))
    assert.deepEqual(await matrixOf(rig), stored)
    return { faults, resent: 0 }
  },
}

/** A draft that lacks nothing but its file, and the wish that it be published then. */
async function newWish(rig: Rig) {
  const { tag } = await rig.api.titles.create({ ...ready, className: newName(rig, 'Wish').slice(0, 40) })
  const read = async () => (await rig.api.titles.find({ titleTags: [tag] })).data[0]!
  const wish: Change<string | undefined> = {
    stored: async () => (await read()).whenReady?.state,
    make: api => api.titles.publish({ tag, whenReady: true }),
    isMade: state => state === 'asked',
    takeBack: () => rig.api.titles.publish({ tag, publish: false, whenReady: true }),
  }
  const verbs = async () => (await rig.api['title-history'].list({ tag })).data.map(({ verb }) => verb)
  return { tag, read, wish, verbs }
}

const whenReady: FaultCase = {
  roles: ['video'],
  own: {},
  name: `decision 0119 publish when ready: the answer lost, the server killed -9 ${KILLS} times in the asking and twice in the processing: the wish is kept once, and the title published once, by who asked`,
  async run(rig) {
    const { tag, read, wish, verbs } = await newWish(rig)
    const faults = await wholeOrNothing(rig, wish)
    await wish.make(rig.api)
    const asked = await verbs()
    // Asked again, nothing is written.
    await wish.make(rig.api)
    assert.deepEqual(await verbs(), asked)
    await sendWhole(rig, { tag, role: 'video', media: await rig.media(1) })
    await rig.api.titles.encodeVideo({ tag })
    for (let kill = 1; kill <= 2; kill += 1) {
      await wait(rig.random.between(0, 1500))
      await rig.restart()
      faults.push('kill -9 of the server')
    }
    let title = await read()
    while (title.status !== TitleStatus.Published) {
      assert.notEqual(title.status, TitleStatus.Error, title.errorType ?? '')
      await wait(200)
      title = await read()
    }
    assert.equal(title.whenReady, null)
    const { data } = await rig.api['title-history'].list({ tag })
    const published = data.filter(({ verb }) => verb === 'publish')
    assert.equal(published.length, 1, 'published once')
    assert.equal(published[0]!.by, data.find(({ verb }) => verb === 'publishWhenReady')!.by)
    return { faults, resent: 0 }
  },
}

/** Less than the platform keeps for changing and deleting: nothing at all is written. */
const FULL = 16_000_000
/** Enough for changes, too little for new rows. */
const SCARCE = 48_000_000

const fullDisk: FaultCase = {
  roles: ['video'],
  database: 'pglite',
  name: 'C-150, CHAN-13, decision 0119, ERR-01 the disk of the database is full when a series is parted, channels are ticked and a title is to be published when ready: the words say so, nothing is half stored, then all are',
  ...onSmallDisk('database'),
  async run(rig) {
    const { move, split } = await newSeries(rig)
    const { wish } = await newWish(rig)
    const api = rig.apiOf(admin)
    const changes = [{ tenantId: 'nordicmove', publish: [], unpublish: [OTHER_CHANNEL] }]
    const channel = async () => (await api.channels.view({ tag: OTHER_CHANNEL })).tenants
    const matrixChange: Change<readonly string[]> = {
      stored: channel,
      make: () => api.publishing.setMany({ changes }),
      isMade: tenants => !tenants.includes('nordicmove'),
      takeBack: async () => undefined,
    }
    const refused = async <S>({ stored, make }: Change<S>) => {
      const before = await stored()
      assert.equal(await words(make(rig.api)), en['error.507'])
      assert.deepEqual(await stored(), before, 'nothing of it')
    }
    const made = async <S>({ stored, make, isMade, takeBack }: Change<S>) => {
      await make(rig.api)
      assert.ok(isMade(await stored()), 'made')
      await takeBack()
    }
    await channel()
    fill(rig, 'database', FULL)
    for (const change of [move, split]) await refused(change)
    await refused(wish)
    await refused(matrixChange)
    freeDisk(rig, 'database')
    // A change of a row still fits; of a parting, whose first half is one, none is kept.
    fill(rig, 'database', SCARCE)
    await made(move)
    await made(wish)
    await refused(split)
    await refused(matrixChange)
    freeDisk(rig, 'database')
    await made(split)
    await made(matrixChange)
    return { faults: ['disk of the database full', 'disk of the database scarce'], resent: 0 }
  },
}

export const staffWriteCases: readonly FaultCase[] = [series, matrix, whenReady, fullDisk]
