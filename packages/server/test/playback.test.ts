import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { playbackDaysTable, playbackRecordsTable, playbackUploadsTable } from '../src/playback/tables.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { refusal, type TestApi } from './titles/support.ts'

describe('PLAY playback data', () => {
  let server: TestServer
  let admin: TestApi
  let tag: string
  beforeAll(async () => {
    server = await createTestServer({ db: 'postgres' })
    admin = server.api('admin')
    ;({ tag } = await server.api('provider').titles.create({ className: 'Played' }))
  })
  afterAll(() => server?.close())

  const play = (more: object = {}) => ({
    ...{ tenantId: 'pulsehouse', titleTag: tag, userId: 'ana', startedAt: '2026-11-20T09:00:00Z' },
    ...{ secondsWatched: 60.5, ...more },
  })
  const send = async (content: string, name = 'plays.json') =>
    (await admin.playback.upload({ file: new File([content], name) })).trackingId
  const sendRecords = (...records: object[]) => send(JSON.stringify(records))
  const days = async () => server.deps.db.select().from(playbackDaysTable).orderBy(playbackDaysTable.day)
  const differences = async () => (await admin.playback.recount({})).differences

  test('API-51, API-52, PLAY-02, PLAY-03, C-132 tells of good and bad records by line; nothing counts before it is committed', async () => {
    const before = await days()
    const lines = [
      play(),
      play({ secondsWatched: -1 }),
      play({ titleTag: 'gone' }),
      play({ tenantId: 'nobody' }),
    ]
    const trackingId = await send(lines.map(line => JSON.stringify(line)).join('\n'))
    expect(await admin.playback.view({ trackingId })).toMatchObject({
      ...{ trackingId, status: 'uploaded', fileName: 'plays.json', good: 1, bad: 3, repeats: null },
      problems: {
        totalRecords: 3,
        data: [
          { line: 2, path: 'secondsWatched' },
          { line: 3, path: 'titleTag', text: 'Title “gone” doesn’t exist.' },
          { line: 4, path: 'tenantId', text: 'Tenant “nobody” doesn’t exist.' },
        ],
      },
    })
    const second = await admin.playback.view({ trackingId, page: 2, take: 2 })
    expect(second.problems.data.map(({ line }) => line)).toEqual([4])
    expect(await days()).toEqual(before)
    expect((await admin.playback.cancel({ trackingId })).status).toBe('cancelled')
  })

  test('API-53, PLAY-04, C-119 committed numbers add up by title, tenant and day of UTC, and a recount finds the same', async () => {
    const late = { startedAt: '2026-11-20T23:30:00-02:00' }
    const first = await sendRecords(play(), play({ completed: true, secondsWatched: 0.1 }), play(late))
    const second = await sendRecords(
      play({ secondsWatched: 0.2 }),
      play({ titleTag: undefined, eventId: 'e1' }),
    )
    for (const trackingId of [first, second]) await admin.playback.commit({ trackingId })
    const ofTitle = (await days()).filter(day => day.titleTag === tag)
    expect(ofTitle).toMatchObject([
      { tenantId: 'pulsehouse', day: '2026-11-20', plays: 3, completed: 1, seconds: 60.8 },
      { tenantId: 'pulsehouse', day: '2026-11-21', plays: 1, completed: 0, seconds: 60.5 },
    ])
    expect(await admin.playback.recount({})).toMatchObject({ differences: [] })
    await server.deps.db
      .update(playbackDaysTable)
      .set({ plays: 9 })
      .where(eq(playbackDaysTable.eventId, 'e1'))
    expect(await differences()).toMatchObject([{ kept: { eventId: 'e1', plays: 9 }, counted: { plays: 1 } }])
    await server.deps.db
      .update(playbackDaysTable)
      .set({ plays: 1 })
      .where(eq(playbackDaysTable.eventId, 'e1'))
  })

  test('C-119, C-132 the same content counts once, by whatever upload, also when two commit at once', async () => {
    const record = play({ userId: 'twice' })
    const [first, second] = [await sendRecords(record), await sendRecords(record)]
    const answers = await Promise.all(
      [first, second].map(trackingId => admin.playback.commit({ trackingId })),
    )
    expect(answers.map(({ status }) => status)).toEqual(['committed', 'committed'])
    const [counted, repeated] = answers[0]!.repeats === null ? answers : answers.toReversed()
    expect([counted!.repeats, repeated!.repeats]).toEqual([null, counted!.trackingId])
    expect(await admin.playback.commit({ trackingId: first })).toMatchObject({ status: 'committed' })
    expect(await differences()).toEqual([])
  })

  test('API-53, E-14, C-40 a commit after a cancel and a cancel after a commit are refused; again is fine', async () => {
    const [kept, dropped] = [
      await sendRecords(play({ userId: 'k' })),
      await sendRecords(play({ userId: 'd' })),
    ]
    await admin.playback.commit({ trackingId: kept })
    expect(await refusal(admin.playback.cancel({ trackingId: kept }))).toBe('400 playback.alreadyCommitted')
    await admin.playback.cancel({ trackingId: dropped })
    await admin.playback.cancel({ trackingId: dropped })
    expect(await refusal(admin.playback.commit({ trackingId: dropped }))).toBe(
      '400 playback.alreadyCancelled',
    )
    const { trackingId } = playbackRecordsTable
    expect(await server.deps.db.$count(playbackRecordsTable, eq(trackingId, dropped))).toBe(0)
    expect(await refusal(admin.playback.view({ trackingId: 'nothing' }))).toMatch(/^404/)
  })

  test('API-51, PLAY-05, VAL-18 what is no playback data is refused and leaves nothing behind', async () => {
    const rows = () => server.deps.db.$count(playbackUploadsTable)
    const before = await rows()
    const many = `[${`${JSON.stringify(play())},`.repeat(1500)}`
    expect(await refusal(send(many))).toBe('400 validation.fileFormat')
    expect(await refusal(send('title;seconds'))).toBe('400 validation.fileFormat')
    expect(await refusal(send('[]', 'plays.csv'))).toBe('400 validation.fileType')
    expect(await rows()).toBe(before)
  })

  test('PLAY-02, F-2 an upload is answered 201 with its tracking id; only administrators may use the calls', async () => {
    const body = new FormData()
    body.set('file', new File([JSON.stringify([play()])], 'plays.json'))
    const { token } = await server.signIn('admin')
    const headers = { authorization: `Bearer ${token}` }
    const address = '/api/v1/events/ondemand/playback/upload'
    const answer = await server.app.request(address, { method: 'POST', headers, body })
    const { trackingId, ...rest } = (await answer.json()) as { trackingId: string }
    expect([answer.status, rest]).toEqual([201, {}])
    for (const api of [
      ...[server.api('tenant'), server.api('provider')],
      server.api('support', { tenantId: 'pulsehouse' }),
    ]) {
      const file = new File(['[]'], 'plays.json')
      const refused = await Promise.all(
        [
          ...[api.playback.upload({ file }), api.playback.view({ trackingId }), api.playback.recount({})],
          ...[api.playback.commit({ trackingId }), api.playback.cancel({ trackingId })],
        ].map(refusal),
      )
      for (const words of refused) expect(words).toMatch(/^403/)
    }
    expect((await admin.playback.cancel({ trackingId })).status).toBe('cancelled')
  })
})
