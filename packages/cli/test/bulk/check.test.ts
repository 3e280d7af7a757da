import { emptyTitleDraft, type Title } from '@kinora/core'
import { createDirectory } from '@kinora/core/bulk'
import { describe, expect, test } from 'vitest'
import { check, metadata } from './support.ts'

const one = async (column: string, cell: string) =>
  (await check(`externalId,title,${column}\na1,Yoga,"${cell.replaceAll('"', '""')}"\n`)).errors

describe('TITLE-01 every wrong cell is named, with what it takes', () => {
  test.each([
    ['skill', 'beginner', '2 skill: Skill must be a whole number from 1 to 10'],
    ['intensity', '0', '2 intensity: Intensity must be a whole number from 1 to 10'],
    ['isActive', 'maybe', '2 isActive: isActive must be one of: yes, no'],
    ['contentType', 'film', '2 contentType: Content type must be one of: video, audio'],
    ['isActive', 'constructor', '2 isActive: isActive must be one of: yes, no'],
    ['contentType', '__proto__', '2 contentType: Content type must be one of: video, audio'],
    ['instructor', 'a\0b', '2 instructor: instructor contains characters that can’t be stored'],
    ['thumbnailType', 'own', '2 thumbnailType: Thumbnail type must be one of: auto, custom'],
    [
      'releaseDate',
      '31/12/2026',
      '2 releaseDate: Release date must be a date like 2026-11-20 or 2026-11-20T09:30:00',
    ],
    ['releaseDate', '2026-02-30', '2 releaseDate: Release date is a day or time that doesn’t exist'],
    ['alternateLink', 'not a link', '2 alternateLink: Url is not valid'],
    ['instructor', 'x'.repeat(101), '2 instructor: Instructor should not be longer than 100 characters'],
    [
      'description',
      'x'.repeat(10_001),
      '2 description: Description should not be longer than 10000 characters',
    ],
    ['equipment', 'a;b;c;d', '2 equipment: Only 3 options can be selected'],
    ['captions', 'english.vtt', '2 captions: Write captions as language:path|title, not “english.vtt”.'],
    ['captions', 'en-GB:a.txt', '2 captions: Allowed only vtt, srt, sbv, ttml, dfxp type.'],
    ['captions', 'en-UK:a.vtt', '2 captions: Caption language "en-UK" does not exist; did you mean "en-US"?'],
    ['captions', 'en-GB:a.vtt;en-gb:b.vtt', '2 captions: en-GB has two caption files.'],
    ['captions', 'en-GB:a.vtt|one\ntwo', '2 captions: Caption title can’t contain line breaks'],
    ['captions', 'en-GB:a.vtt|gpj.\u202eexe', expect.stringMatching(/^2 captions: Caption title /)],
    [
      'captions',
      `en-GB:a.vtt|${'x'.repeat(101)}`,
      '2 captions: Caption title should not be longer than 100 characters',
    ],
  ])('%s', async (column, cell, sentence) => {
    expect(await one(column, cell)).toEqual([sentence])
  })

  test('TITLE-08 refuses a name of 256 characters', async () => {
    const { errors, problems } = await check(`externalId,title\na1,${'x'.repeat(256)}\n`)
    expect(errors).toEqual(['2 title: Title should not be longer than 40 characters'])
    expect(problems.find(problem => problem.level === 'error')?.mend).toMatchObject({
      code: 'mend.shorten',
      params: { max: 40, actual: 256 },
    })
  })

  test('names every problem of a row at once', async () => {
    const { errors } = await check('externalId,title,skill,isActive,releaseDate\na1,,11,?,soon\n')
    expect(errors.map(error => error.split(':')[0])).toEqual([
      '2 skill',
      '2 isActive',
      '2 releaseDate',
      '2 title',
    ])
  })
})

describe('TITLE-01 what a cell means', () => {
  test('leaves a field alone where the cell is empty, and empties it for a dash', async () => {
    const { rows } = await check(
      'externalId,title,instructor,equipment,skill,channel\na1,Yoga,,,,\na2,Yoga,-,-,-,-\n',
    )
    expect(rows[0]).toMatchObject({ draft: { className: 'Yoga' }, references: {} })
    expect(Object.keys(rows[0]!.draft)).toEqual(['className'])
    expect(rows[1]).toMatchObject({
      draft: { instructor: '', skill: null },
      references: { equipment: [], channel: [] },
    })
  })
  test('understands the labels of the effort scale, a date with a blank, a link without scheme', async () => {
    const { rows } = await check(
      'externalId,title,intensity,startDate,alternateLink\na1,Yoga,maximum EFFORT,2026-12-01 09:30,kinora.test/a\n',
    )
    expect(rows[0]!.draft).toMatchObject({
      intensity: 10,
      startDate: '2026-12-01T09:30',
      alternateLink: 'https://kinora.test/a',
    })
  })
  test('takes an audio file for an audio title', async () => {
    const { rows } = await check('externalId,title,file\na1,Breathe,media/breathe.mp3\n')
    expect(rows[0]!.draft.contentType).toBe(2)
  })
  test('CAPTION-01 reads tracks with their language, path and title', async () => {
    const { rows } = await check('externalId,title,captions\na1,Yoga,en-gb:a.vtt|English; de-DE: b.vtt\n')
    expect(rows[0]!.captions).toEqual([
      { language: 'en-GB', path: 'a.vtt', title: 'English' },
      { language: 'de-DE', path: 'b.vtt', title: 'German' },
    ])
  })
})

describe('TITLE-03 TITLE-05 what a title lacks', () => {
  const row =
    'externalId,title,description,category,skill,language,equipment,intensity,file,cover,channel,releaseDate\n'
  test('is a warning while nothing is published', async () => {
    const { errors, warnings } = await check(`${row}a1,Yoga,,,,,,,a.mp4,,,\n`)
    expect(errors).toEqual([])
    expect(warnings.map(text => text.split(': ')[1])).toEqual([
      'Required Description',
      'Required Category',
      'Required Skill Level',
      'Required Video Language',
      'Required Equipment',
      'Required Intensity',
    ])
  })
  test('is an error with --publish, channel and release date included', async () => {
    const { errors } = await check(`${row}a1,Yoga,Slow,Yoga,3,en-GB,Mat,4,a.mp4,,,\n`, { publish: true })
    expect(errors).toEqual(['2 channel: Required Channel', '2 releaseDate: Required Release Date'])
  })
  test('is said once for a column that is missing', async () => {
    const { warnings } = await check(
      'externalId,title,description,category,language,equipment,intensity\na1,Yoga,Slow,Yoga,en-GB,Mat,4\na2,Yoga,Slow,Yoga,en-GB,Mat,4\n',
    )
    expect(warnings).toEqual(['1 skill: The column skill is missing.'])
  })
  test('TITLE-04 asks no cover of an audio title or of one with a video to take it from', async () => {
    const rows =
      'a1,Yoga,Slow,Yoga,3,en-GB,Mat,4,a.mp4,,,\na2,Yoga,Slow,Yoga,3,en-GB,Mat,4,a.mp3,,,\na3,Yoga,Slow,Yoga,3,en-GB,Mat,4,,,,\n'
    const { warnings } = await check(row + rows)
    expect(warnings).toEqual(['4 cover: Required Cover'])
  })
})

describe('ROLE-15 formatted descriptions', () => {
  const file = 'externalId,title,description\na1,Yoga,<p>Wake <strong>up</strong></p>\na2,Yoga,<img src=x>\n'
  test('are refused where the caller may not format, and everywhere where they hold more than is allowed', async () => {
    const hostile = expect.stringMatching(/^3 description: Description can’t contain “<img”/)
    const allowed = createDirectory({ ...metadata, isRichTextAllowed: true })
    expect((await check(file, { directory: allowed })).errors).toEqual([hostile])
    expect((await check(file, { directory: createDirectory(metadata) })).errors).toEqual([
      expect.stringMatching(/^2 description: This account can’t write formatted text/),
      hostile,
      expect.stringMatching(/^3 description: This account can’t write formatted text/),
    ])
  })
})

describe('META-02 references are found by id or by name in any language', () => {
  const directory = createDirectory(metadata)
  const resolve = (column: string, cell: string) =>
    check(`externalId,title,${column}\na1,Yoga,${cell}\n`, { directory })
  test.each([
    ['category', 'yoga', { classCategoryId: 'c1' }],
    ['category', 'KRAFT', { classCategoryId: 'c2' }],
    ['category', 'c2', { classCategoryId: 'c2' }],
    ['category,subCategory', 'Strength,core', { classCategoryId: 'c2', classSubCategoryId: 's-Core' }],
    ['language', 'english (united kingdom)', { classLanguageCode: 'en-GB' }],
    ['equipment', 'matte; e2; Mat', { equipmentIds: ['e1', 'e2'] }],
    ['focusAreas,labels', 'legs,new', { focusAreaIds: ['f1'], labelIds: ['l1'] }],
    ['channel', '-', { channelId: null }],
  ])('%s %s', async (column, cell, expected) => {
    const { errors, drafts } = await resolve(column, cell)
    expect(errors).toEqual([])
    expect(drafts[0]).toMatchObject(expected)
  })
  test.each([
    ['category', 'Yogs', '2 category: Category "Yogs" does not exist; did you mean "Yoga"?'],
    ['category', 'Swimming', '2 category: Category "Swimming" does not exist.'],
    [
      'equipment',
      'Mat; Kettelbell',
      '2 equipment: Equipment "Kettelbell" does not exist; did you mean "Kettlebell"?',
    ],
    ['channel', 'Twice', '2 channel: Channel “Twice” matches 2 entries: h2, h3.'],
    ['category,subCategory', 'Yoga,Core', '2 subCategory: The sub category doesn’t belong to this category.'],
    [
      'category,subCategory',
      'Yoga,Vinyas',
      '2 subCategory: Sub category "Vinyas" does not exist; did you mean "Vinyasa"?',
    ],
    ['subCategory', 'Core', '2 category: Required Category'],
  ])('%s %s', async (column, cell, sentence) => {
    expect((await resolve(column, cell)).errors).toEqual([sentence])
  })
})

describe('CHAN-14 what is to be published names a channel that takes it', () => {
  const channels = metadata.channels.map(channel => ({ ...channel, active: true }))
  const of = (change: Partial<(typeof channels)[number]>) =>
    createDirectory({ ...metadata, channels: channels.map(channel => ({ ...channel, ...change })) })
  const clubs = { inClub: true, appAndweb: false, hotel: false }
  test.each([
    [
      'clubs only',
      of({ Availability: clubs, displayName: 'Club floor' }),
      /^2 channel: .+ is shown in clubs only/,
    ],
    ['switched off', of({ active: false }), /^2 channel: The channel of this title is inactive/],
  ])(
    '%s: refused before a byte is sent, and no matter where nothing is published',
    async (_, directory, sentence) => {
      const file = 'externalId,title,channel\na1,Yoga,h1\n'
      const ofChannel = async (publish: boolean) =>
        (await check(file, { directory, publish })).errors.filter(
          error => error.startsWith('2 channel: The channel of') || error.includes('clubs only'),
        )
      expect(await ofChannel(true)).toEqual([expect.stringMatching(sentence)])
      expect(await ofChannel(false)).toEqual([])
    },
  )
})

describe('C-136 a title from before the rule', () => {
  const stored = {
    ...{
      ...emptyTitleDraft,
      tag: 't1',
      version: 1,
      classCategoryId: 'theirs',
      channelId: 'h1',
      labelIds: ['l9'],
    },
    foreignNames: [
      { field: 'classCategoryId', id: 'theirs' },
      { field: 'labelIds', id: 'l9' },
    ],
    publishChannel: { name: 'South', clubOnly: false, active: true, foreign: true },
  } as unknown as Title
  const findTitles = async () => new Map([['t1', stored]])
  const directory = createDirectory(metadata)
  const of = async (header: string, cells: string, publish = true) =>
    (
      await check(`tag,version,title${header}\nt1,1,Yoga${cells}\n`, { directory, findTitles, publish })
    ).errors.filter(error => error.includes('belongs to'))

  test('is refused before a byte is sent for what it keeps, and edited no matter what where nothing is published', async () => {
    expect(await of('', '')).toEqual([
      '2 category: The title’s category belongs to another tenant. Choose another one.',
      '2 labels: The title’s label belongs to another tenant. Choose another one.',
      '2 channel: This channel belongs to another provider. Choose a channel of the title’s own provider.',
    ])
    expect(await of(',category,labels', ',yoga,-')).toEqual([expect.stringMatching(/^2 channel/)])
    expect(await of('', '', false)).toEqual([])
  })
})
