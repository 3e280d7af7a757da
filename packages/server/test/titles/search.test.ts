import { durationRanges, TitleStatus } from '@kinora/core'
import { inArray, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { titlesTable } from '../../src/stored-titles/tables.ts'
import { createTestClock, createTestServer, type TestServer } from '../harness.ts'
import { refusal, type TestApi } from './support.ts'

type NewTitle = typeof titlesTable.$inferInsert

const row = (tag: string, set: Partial<NewTitle> = {}): NewTitle => ({
  tag,
  className: tag,
  providerId: 'ironside',
  ...set,
})

/** Few titles, each of them different in what a filter asks. */
const rows: NewTitle[] = [
  row('a', {
    className: 'Alpha swing',
    classDescription: '100% work_out',
    keywords: ['Morning'],
    instructor: 'Jo',
    skill: 1,
    intensity: 1,
  }),
  row('b', {
    className: 'beta press',
    skill: 4,
    intensity: 2,
    durationSecond: 600,
    equipmentIds: ['equipment-mat'],
  }),
  row('c', {
    className: 'Gamma',
    skill: 5,
    durationSecond: 601,
    equipmentIds: ['equipment-mat', 'equipment-bike'],
    labelIds: ['label-express'],
  }),
  row('d', {
    skill: 8,
    durationSecond: 1800,
    classCategoryId: 'yoga',
    classSubCategoryId: 'yoga-yin',
    classLanguageCode: 'de-DE',
  }),
  row('e', {
    skill: 10,
    durationSecond: 18_000,
    classCategoryId: 'strength',
    channelId: 'ironside-strength',
    focusAreaIds: ['focus-core'],
  }),
  row('f', { providerId: 'lumen-yoga', contentType: 2, channelId: 'lumen-flow', classLanguageCode: 'ar-SA' }),
  row('g', {
    providerId: 'tenant-pulsehouse',
    tenantId: 'pulsehouse',
    status: TitleStatus.Published,
    tenants: ['pulsehouse'],
    externalId: 'x-1',
  }),
  row('h', {
    status: TitleStatus.Published,
    tenants: ['pulsehouse', 'nordicmove'],
    equipmentIds: ['equipment-mat'],
    className: 'Shown swing',
  }),
  row('i', { isDelete: true, className: 'Alpha deleted' }),
]

let server: TestServer
let admin: TestApi
beforeAll(async () => {
  server = await createTestServer({ clock: createTestClock() })
  admin = server.api('admin')
  const at = Date.parse('2026-11-01T00:00:00Z')
  await server.deps.db
    .insert(titlesTable)
    .values(
      rows.map((title, index) => ({ ...title, createdAt: new Date(at + Math.floor(index / 2) * 1000) })),
    )
})
afterAll(() => server?.close())

const found = async (input: Parameters<TestApi['titles']['search']>[0], api = admin) =>
  (await api.titles.search({ sort: 'name', dir: 'asc', ...input })).data
    .map(title => title.tag)
    .sort()
    .join('')

describe('TITLE-14, CONST-22 names of any language', () => {
  const tagged = async (query: string, sort?: 'name') =>
    (await admin.titles.search({ query, ...(sort && { sort, dir: 'asc' }), providerId: ['lumen-yoga'] })).data
      .filter(({ tag }) => tag.startsWith('n-'))
      .map(({ className }) => className)
  beforeAll(async () => {
    const names = [
      'İstanbul Yoga',
      'γιόγκα ΜΥΣ',
      'Café Pilates',
      'Cafe\u0301 NFD',
      'Łódź Flow',
      'Straße der Kraft',
    ]
    const days = ['Ëlan 10', 'Ëlan 2', 'elan 2b', 'Ëlan 1']
    await server.deps.db
      .insert(titlesTable)
      .values(
        [...names, ...days].map((className, nth) =>
          row(`n-${nth}`, { className, providerId: 'lumen-yoga', keywords: ['everyname'] }),
        ),
      )
  })
  afterAll(() => server.deps.db.delete(titlesTable).where(like(titlesTable.tag, 'n-%')))

  test.each([
    ['İstanbul Yoga', ['İstanbul Yoga']],
    ['ISTANBUL', ['İstanbul Yoga']],
    ['γιόγκα ΜΥΣ', ['γιόγκα ΜΥΣ']],
    ['μυς', ['γιόγκα ΜΥΣ']],
    ['cafe', ['Cafe\u0301 NFD', 'Café Pilates']],
    ['café nf', ['Cafe\u0301 NFD']],
    ['lodz', ['Łódź Flow']],
    ['STRASSE', ['Straße der Kraft']],
    ['elan 2', ['elan 2b', 'Ëlan 2']],
    ['ëlan 1', ['Ëlan 1', 'Ëlan 10']],
  ])('%s finds %j', async (query, names) => {
    expect((await tagged(query)).sort()).toEqual([...names].sort())
  })

  test('stand in order whatever accents they have, their numbers by value; the name itself is most relevant', async () => {
    expect(await tagged('elan everyname', 'name')).toEqual(['Ëlan 1', 'Ëlan 2', 'elan 2b', 'Ëlan 10'])
    expect((await tagged('ELAN 1'))[0]).toBe('Ëlan 1')
  })
})

describe('API-10, TITLE-14, TITLE-17 filters', () => {
  test.each([
    [{}, 'abcdefgh'],
    [{ query: 'ALPHA' }, 'a'],
    [{ query: 'swing' }, 'ah'],
    [{ query: 'swing shown' }, 'h'],
    [{ query: 'morning' }, 'a'],
    [{ query: '100%' }, 'a'],
    [{ query: 'k_o' }, 'a'],
    [{ query: 'e%a' }, ''],
    [{ query: '  ' }, 'abcdefgh'],
    [{ query: 'SW' }, 'ah'],
    [{ query: 'sw pr' }, ''],
    [{ query: 'ng' }, ''],
    [{ query: '%' }, 'a'],
    [{ query: 'şhown SWİNG' }, 'h'],
    [{ categoryId: 'yoga' }, 'd'],
    [{ categoryId: ['yoga', 'strength'] }, 'de'],
    [{ subcategory: ['yoga-yin'] }, 'd'],
    [{ classSubCategoryId: ['yoga-yin'] }, 'd'],
    [{ labelId: ['label-express', 'nonsense'] }, 'c'],
    [{ equipmentId: ['equipment-bike', 'equipment-mat'] }, 'bch'],
    [{ focusAreaId: ['focus-core'] }, 'e'],
    [{ duration: ['0-600'] as const }, 'abfgh'],
    [{ duration: ['601-1200', '1801-18000'] as const }, 'ce'],
    [{ duration: ['1201-1800'] as const }, 'd'],
    [{ skill: ['beginner'] as const }, 'ab'],
    [{ skill: ['intermediate', 10] as const }, 'ce'],
    [{ skill: ['advanced'] as const }, 'de'],
    [{ intensity: [1, 2] }, 'ab'],
    [{ classLanguageName: ['German'] }, 'd'],
    [{ classLanguageName: ['ar-SA', 'german'] }, 'df'],
    [{ classLanguageName: ['Klingon'] }, ''],
    [{ channelId: ['ironside-strength', 'lumen-flow'] }, 'ef'],
    [{ providerId: ['lumen-yoga'] }, 'f'],
    [{ contentType: [2] as const }, 'f'],
    [{ titleTags: ['a', 'f', 'i'] }, 'af'],
    [{ status: [TitleStatus.Published] }, 'gh'],
    [{ externalId: ['x-1'] }, 'g'],
    [{ tenant: 'nordicmove' }, 'h'],
    [{ equipmentId: ['equipment-mat'], skill: ['beginner'] as const }, 'b'],
    [{ query: 'press', equipmentId: ['equipment-bike'] }, ''],
  ])('%j finds %s', async (filter, tags) => {
    expect(await found(filter as never)).toBe(tags)
  })
})

describe('CONST-17 TITLE-16 the ranges of the filter by duration', () => {
  test('hold both of their ends, and no second is in two of them or, up to 18000, in none', async () => {
    const seconds = [0, 600, 601, 1200, 1201, 1800, 1801, 18_000, 18_001]
    const tag = (second: number) => `lasts-${second}`
    await server.deps.db
      .insert(titlesTable)
      .values(seconds.map(second => row(tag(second), { durationSecond: second, instructor: 'Stopwatch' })))
    const lasting = async (range: (typeof durationRanges)[number]) => {
      const filter = { query: 'stopwatch', duration: [range] }
      return (await admin.titles.search(filter)).data.map(title => title.durationSecond).sort((a, b) => a - b)
    }
    const found = await Promise.all(durationRanges.map(lasting))
    await server.deps.db.delete(titlesTable).where(inArray(titlesTable.tag, seconds.map(tag)))
    expect(found).toEqual([
      [0, 600],
      [601, 1200],
      [1201, 1800],
      [1801, 18_000],
    ])
  })
})

describe('CONST-18 TITLE-09 TITLE-17 the bands of the filter by skill', () => {
  test('are 1 to 4, 5 to 7 and 8 to 10, in the filter and on the title', async () => {
    const steps = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    const tag = (skill: number) => `step-${skill}`
    await server.deps.db
      .insert(titlesTable)
      .values(steps.map(skill => row(tag(skill), { skill, instructor: 'Ladder' })))
    const within = async (band: 'beginner' | 'intermediate' | 'advanced') => {
      const { data } = await admin.titles.search({ query: 'ladder', skill: [band] })
      expect(new Set(data.map(({ level }) => level))).toEqual(new Set([band]))
      return data.map(({ skill }) => skill).sort((a, b) => a! - b!)
    }
    const found = [await within('beginner'), await within('intermediate'), await within('advanced')]
    await server.deps.db.delete(titlesTable).where(inArray(titlesTable.tag, steps.map(tag)))
    expect(found).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
      [8, 9, 10],
    ])
  })
})

describe('TITLE-01 names beside ids', () => {
  test('are those of now, also when they have just changed', async () => {
    const rename = (name: string) =>
      server.deps.db.execute(sql`UPDATE channels SET display_name = ${name} WHERE tag = 'ironside-strength'`)
    const shown = async () => (await admin.titles.search({ titleTags: ['e'] })).data[0]?.channelName
    const before = await shown()
    await rename('Renamed')
    expect(await shown()).toBe('Renamed')
    await rename(before!)
    expect(await shown()).toBe(before)
    const { data } = await admin.titles.search({ titleTags: ['c'] })
    expect(data[0]?.equipmentTypeTags).toEqual(['Mat', 'Indoor bike'])
  })
})

describe('API-10, TITLE-15 pages and counts', () => {
  test.each(['createdDate', 'name'] as const)(
    'shows each title on one page only, sorted by %s, ties by tag',
    async sort => {
      for (const dir of ['asc', 'desc'] as const) {
        const all = await admin.titles.search({ take: -1, sort, dir })
        const pages = await Promise.all(
          [1, 2, 3].map(page => admin.titles.search({ page, take: 3, sort, dir })),
        )
        expect(pages.flatMap(page => page.data.map(title => title.tag))).toEqual(
          all.data.map(title => title.tag),
        )
        expect(pages.map(({ totalRecords, totalPages, page }) => [totalRecords, totalPages, page])).toEqual([
          [8, 3, 1],
          [8, 3, 2],
          [8, 3, 3],
        ])
      }
    },
  )

  test('counts also where the page is empty, and takes everything for −1', async () => {
    expect(await admin.titles.search({ page: 9, take: 3 })).toMatchObject({
      data: [],
      totalRecords: 8,
      totalPages: 3,
      page: 9,
    })
    expect(await admin.titles.search({ take: -1 })).toMatchObject({ totalRecords: 8, totalPages: 1 })
    expect(await admin.titles.search({ query: 'nothing of the kind' })).toMatchObject({
      data: [],
      totalRecords: 0,
      totalPages: 0,
    })
  })

  test('sorts names whatever their case', async () => {
    const { data } = await admin.titles.search({ sort: 'name', dir: 'asc', titleTags: ['a', 'b', 'c'] })
    expect(data.map(title => title.className)).toEqual(['Alpha swing', 'beta press', 'Gamma'])
  })
})

describe('C-14, C-145, ROLE-07, ROLE-09, ROLE-12 who finds what', () => {
  test('is bound to the caller’s side', async () => {
    expect(await found({}, server.api('provider'))).toBe('abcdeh')
    expect(await found({ channelId: ['ironside-strength'] }, server.api('provider'))).toBe('e')
    expect(await found({}, server.api('tenant'))).toBe('g')
    expect(await found({ tenant: 'nordicmove' }, server.api('tenant'))).toBe('g')
    expect(await found({ providerId: ['lumen-yoga'] }, server.api('provider'))).toBe('')
    // C-145: an administrator, who sees every tenant, may look at one.
    expect(await found({ tenant: 'pulsehouse' }, server.api('admin'))).toBe('gh')
    expect(await found({}, server.api('admin'))).toBe('abcdefgh')
  })

  test('asks customer support for a tenant, by header or filter (ROLE-04)', async () => {
    expect(await refusal(server.api('support').titles.search({}))).toBe(
      '400 Please choose a tenant to start.',
    )
    expect(await found({}, server.api('support', { tenantId: 'pulsehouse' }))).toBe('g')
    expect(await found({ tenant: 'pulsehouse' }, server.api('support'))).toBe('g')
  })
})

describe('API-26, API-30, EVENT-30 what a site shows', () => {
  test('is what is published to the tenant, whoever owns it', async () => {
    const tags = async (api: TestApi, tenantId: string) =>
      (await api.titles.published({ tenantId })).data.map(title => title.tag).sort()
    expect(await tags(server.api('tenant'), 'pulsehouse')).toEqual(['g', 'h'])
    expect(await tags(admin, 'nordicmove')).toEqual(['h'])
    expect(await refusal(tags(server.api('tenant'), 'nordicmove'))).toBe('404 title.notFound')
    expect(await refusal(tags(server.api('provider'), 'pulsehouse'))).toBe('404 title.notFound')
  })

  test('lets the class chooser search in it', async () => {
    const { data } = await server
      .api('tenant')
      .titles.classChooser({ tenantId: 'pulsehouse', query: 'swing', equipmentId: ['equipment-mat'] })
    expect(data.map(title => title.tag)).toEqual(['h'])
    const shown = { status: TitleStatus.Published, tenants: ['pulsehouse'] }
    await server.deps.db
      .insert(titlesTable)
      .values([
        row('j', { ...shown, focusAreaIds: ['focus-core'] }),
        row('k', { ...shown, labelIds: ['label-express'] }),
        row('l', { ...shown, contentType: 2 }),
      ])
    const chosen = async (filter: object) =>
      (await server.api('tenant').titles.classChooser({ tenantId: 'pulsehouse', ...filter })).data
        .map(title => title.tag)
        .sort()
        .join('')
    expect(await chosen({ contentType: 'video', take: 9999 })).toBe('ghjk')
    expect(await chosen({ take: 1 })).toHaveLength(1)
    expect(await chosen({ query: 'shown' })).toBe('h')
    expect(await chosen({ equipmentId: ['equipment-mat'] })).toBe('h')
    expect(await chosen({ focusAreaId: ['focus-core'] })).toBe('j')
    expect(await chosen({ labelId: ['label-express'] })).toBe('k')
    expect(await chosen({ contentType: 'audio' })).toBe('l')
    await server.deps.db.delete(titlesTable).where(inArray(titlesTable.tag, ['j', 'k', 'l']))
  })
})

describe('TITLE-29, API-25, CONST-29 export', () => {
  const text = async (api: TestApi, filter = {}) => {
    const answer = await api.titles.export({ sort: 'name', dir: 'asc', ...filter })
    return {
      ...answer,
      text: Buffer.from(await new Response(answer.body as BodyInit).arrayBuffer()).toString('utf8'),
    }
  }

  test('is CSV with a mark that spreadsheets read, named by the day', async () => {
    const { text: csv, fileName, contentType } = await text(admin)
    expect(csv.startsWith('\ufeffTag,Title,')).toBe(true)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(9)
    expect(fileName).toBe('Content_Titles_Export_20 Nov 2026.csv')
    expect(contentType).toMatch(/^text\/csv/)
  })

  test('keeps to the filters and the scope, and is a header where nothing matches', async () => {
    expect((await text(admin, { query: 'alpha' })).text).toContain(
      '\r\na,Alpha swing,100% work_out,No processed file,',
    )
    expect((await text(server.api('tenant'))).text.trimEnd().split('\r\n')).toHaveLength(2)
    expect(
      (await text(server.api('tenant'), { query: 'nothing' })).text.trimEnd().split('\r\n'),
    ).toHaveLength(1)
  })

  test('ROLE-08 of a provider holds the channel that is selected', async () => {
    const provider = server.api('provider')
    const { data } = await provider.titles.search({ take: -1 })
    const channelId = data.find(title => title.channelId !== null)!.channelId!
    const ofChannel = data.filter(title => title.channelId === channelId).map(({ tag }) => tag)
    const lines = (await text(provider, { channelId })).text.trimEnd().split('\r\n').slice(1)
    expect(ofChannel.length).toBeLessThan(data.length)
    expect(lines.map(line => line.split(',')[0]).sort()).toEqual(ofChannel.sort())
  })

  test('runs no formula and breaks no cell', async () => {
    const tags = await server
      .api('provider')
      .titles.create({ className: '=HYPERLINK("x")', classDescription: 'a, "b"\nc', externalId: '-1' })
    const { text: csv } = await text(admin, { titleTags: [tags.tag] })
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain('"a, ""b""\nc"')
    expect(csv).toMatch(/,'-1\r\n$/)
    await server.api('provider').titles.remove({ tags: [tags.tag] })
  })

  test('sends more than one batch, each title once', async () => {
    const many = Array.from({ length: 1100 }, (_, index) =>
      row(`many-${index}`, { providerId: 'tempo-ride', className: index % 2 ? 'Same' : `N${index}` }),
    )
    await server.deps.db.insert(titlesTable).values(many)
    for (const sort of ['name', 'createdDate'])
      for (const dir of ['asc', 'desc']) {
        const { text: csv } = await text(admin, { providerId: ['tempo-ride'], sort, dir })
        expect(new Set(csv.match(/^many-\d+/gm)).size).toBe(1100)
        expect(csv.match(/^many-\d+/gm)).toHaveLength(1100)
      }
  })
})
