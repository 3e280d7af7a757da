import { emptyTitleDraft, type Title, TitleStatus } from '@kinora/core'
import { columns, createDirectory, exportHeader, toExportRow } from '@kinora/core/bulk'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'
import { differences } from '../../../core/src/bulk/run/tagged-rows.ts'
import { toCsv } from '../../src/titles/export-catalogue.ts'
import { check, metadata } from './support.ts'

const directory = createDirectory(metadata)
const toTitle = (given: Partial<Title>): Title =>
  ({
    ...{ ...emptyTitleDraft, className: 'Yoga', tag: 'T-1', version: 3, externalId: null },
    ...{ status: TitleStatus.Published, fileName: 'a.mp4' },
    ...given,
  }) as Title
const exported = (title: Title) => toCsv([exportHeader, toExportRow(title, directory.namesOf(title))])
const readBack = (text: string, title: Title) =>
  check(`\uFEFF${text}`, { directory, findTitles: async () => new Map([[title.tag, title]]) })

/** What spreadsheets run, what cells are separated and emptied by, and what makes a row a note. */
const awkward = fc.string({ unit: fc.constantFrom(...'=+-@＝\'";,#\n\tä x'), maxLength: 6 })
const name = awkward.map(text => `a${text.replaceAll(/[\n\t]/g, '')}`)
const hostile = fc.constantFrom(
  '=1+1',
  '-',
  "'-",
  "'=x",
  "''=x",
  '＝cmd',
  '@a',
  '+3',
  '# note',
  'a; b',
  '\t=1',
)
const free = fc.oneof(awkward, hostile)
const line = free.map(text => text.replaceAll(/[\n\t]/g, '').trim())
const some = <T>(...values: T[]) => fc.constantFrom<T[]>(...values)
const titles = fc
  .record({
    className: fc.oneof(
      name,
      hostile.map(text => text.trim()),
    ),
    classDescription: free,
    instructor: line,
    externalId: fc.oneof(
      fc.constant(null),
      name,
      hostile.map(text => text.trim()),
    ),
    keywords: fc.uniqueArray(
      line.filter(text => text !== ''),
      { maxLength: 3 },
    ),
    trailerName: fc.oneof(fc.constant(null), line),
    classCategoryId: some('c1', null, 'retired'),
    channelId: some('h1', 'h2', null),
    providerId: some('elsewhere', null),
    classLanguageCode: some('en-GB', null),
    equipmentIds: some<string[]>([], ['e1'], ['e4', 'retired', 'e2']),
    labelIds: some<string[]>([], ['l1']),
    skill: some(null, 1, 10),
    scheduleDate: some(null, '2026-11-20', '2026-11-20T09:30:00'),
    isActive: fc.boolean(),
    IsMigrating: fc.boolean(),
    contentType: some(1 as const, 2 as const),
    thumbnailType: some('auto' as const, 'custom' as const),
  })
  .map(toTitle)

describe('TITLE-29, BULK-12 a title exported as a row of a catalogue', () => {
  test('is read back as the same title, whatever its fields hold', async () => {
    await fc.assert(
      fc.asyncProperty(titles, async title => {
        const { rows, drafts, errors } = await readBack(exported(title), title)
        expect(errors).toEqual([])
        expect(rows[0]).toMatchObject({ tag: 'T-1', version: 3 })
        expect(differences(drafts[0]!, title)).toEqual({})
      }),
    )
  })

  test('an apostrophe inside a cell that somebody wrote is theirs; in front it is a spreadsheet’s', async () => {
    const written = await check("externalId,title,description\na1,Intro;'-x,\"'=x\n'+y\"\n")
    expect(written.drafts[0]).toMatchObject({ className: "Intro;'-x", classDescription: "=x\n'+y" })
    const title = toTitle({ className: 'Intro;-x' })
    expect((await readBack(exported(title), title)).drafts[0]).toMatchObject({ className: 'Intro;-x' })
  })

  test('has every column of the template but those of files, and gives a spreadsheet nothing to run', () => {
    const files = ['file', 'cover', 'trailer', 'captions']
    const wanted = columns.map(({ name }) => name).filter(name => !files.includes(name))
    expect(exportHeader).toEqual(['tag', 'version', ...wanted])
    const title = toTitle({ className: '=1+1', instructor: '@sum', keywords: ['-x', '-y'] })
    const cells = toExportRow(title, directory.namesOf(title))
    expect(cells.filter(cell => /^[=+\-@]/.test(cell))).toEqual([])
    expect(cells).toEqual(expect.arrayContaining(["'=1+1", "'@sum", "'-x;' -y"]))
  })

  test('writes names, and ids where a name means several', () => {
    const title = toTitle({
      classCategoryId: 'c2',
      channelId: 'h2',
      labelIds: ['l1'],
      equipmentIds: ['e1', 'e3'],
    })
    const cells = toExportRow(title, directory.namesOf(title))
    const cell = (name: string) => cells[exportHeader.indexOf(name)]
    expect(['category', 'channel', 'labels', 'equipment'].map(cell)).toEqual([
      ...['Strength', 'h2', 'New', 'Mat; Kettlebell'],
    ])
  })

  test('is about one title: another external id, an unknown tag or the same tag twice are errors', async () => {
    const title = toTitle({ externalId: 'a1' })
    const found = async (...rows: string[]) =>
      (await readBack(`tag,externalId,title\n${rows.join('\n')}\n`, title)).errors
    expect(await found('T-1,a1,Yoga')).toEqual([])
    expect(await found('T-1,,Yoga')).toEqual([])
    expect(await found('T-1,a2,Yoga')).toEqual(['2 externalId: The title T-1 has another external id: “a1”.'])
    expect(await found('T-9,,Yoga')).toEqual(['2 tag: Title "T-9" does not exist.'])
    expect(await found('T-1,,Yoga', 'T-1,a1,Yoga')).toEqual(['3 tag: Row 2 is about the same title.'])
  })
})
