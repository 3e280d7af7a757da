import {
  type CatalogueRow,
  type Entry,
  emptyRow,
  identityOf,
  type MediaFile,
  planRow,
  type RowFiles,
  replayJournal,
  type Slot,
} from '@kinora/core/bulk'
import { describe, expect, test } from 'vitest'
import fc from '../../../../scripts/properties.ts'

const start: Entry = {
  kind: 'run',
  at: 1,
  path: '/c.csv',
  url: 'http://k',
  content: 'x',
  rows: 1,
  publish: false,
  account: { userId: 'u1', email: 'a@b.test' },
}
const file = (path: string, modified = 1): MediaFile => ({
  path,
  name: path,
  size: 5,
  modified,
  blob: new Blob(['12345']),
  hold: async () => ({ bytes: new Uint8Array(), blob: new Blob(), release: () => undefined }),
})
const row: CatalogueRow = {
  ...emptyRow(2),
  externalId: 'a1',
  files: { file: 'a.mp4', cover: 'a.jpg', trailer: 't.mp4' },
  captions: [{ language: 'en-GB', path: 'a.vtt', title: 'English' }],
}
const files: RowFiles = new Map<Slot, MediaFile>([
  ['file', file('a.mp4')],
  ['cover', file('a.jpg')],
  ['trailer', file('t.mp4')],
  ['captions:en-GB', file('a.vtt')],
])
const story: Entry[] = [
  start,
  { kind: 'row', id: 'a1', row: 2, title: 'Yoga', content: 'c1' },
  { kind: 'stored', id: 'a1', slot: 'cover', stored: { file: identityOf(file('a.jpg')), url: '/i/1' } },
  { kind: 'tag', id: 'a1', tag: 't1', created: true },
  { kind: 'saved', id: 'a1', content: 'c1' },
  {
    kind: 'stored',
    id: 'a1',
    slot: 'captions:en-GB',
    stored: { file: identityOf(file('a.vtt'), 'English') },
  },
  { kind: 'stored', id: 'a1', slot: 'file', stored: { file: identityOf(file('a.mp4')), digest: 'd1' } },
  { kind: 'stored', id: 'a1', slot: 'trailer', stored: { file: identityOf(file('t.mp4')), digest: 'd2' } },
  { kind: 'result', id: 'a1', state: 'completed', problem: '', next: '', retry: false },
]
const plan = (entries: readonly Entry[], change: Partial<Parameters<typeof planRow>[0]> = {}) =>
  planRow({
    row,
    content: 'c1',
    files,
    publish: false,
    record: replayJournal(entries)?.rows.get('a1'),
    ...change,
  }).map(step => step.kind)

describe('BULK-12 a run goes on exactly where its journal ends', () => {
  test.each([
    [2, ['cover', 'create', 'captions', 'upload', 'trailer', 'process']],
    [3, ['create', 'captions', 'upload', 'trailer', 'process']],
    [4, ['save', 'captions', 'upload', 'trailer', 'process']],
    [5, ['captions', 'upload', 'trailer', 'process']],
    [6, ['upload', 'trailer', 'process']],
    [7, ['trailer', 'process']],
    [8, ['process']],
    [9, []],
  ])('killed after line %i', (lines, steps) => {
    expect(plan(story.slice(0, lines))).toEqual(steps)
  })

  test('never creates a title again once its tag is known, wherever it was killed and however often', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: story.length }), { minLength: 1, maxLength: 5 }),
        kills => {
          const lines = kills.flatMap(count => story.slice(0, count))
          const known = lines.some(line => line.kind === 'tag')
          expect(plan(lines).includes('create')).toBe(!known)
        },
      ),
    )
  })

  test('does only what a change asks for', () => {
    expect(plan(story, { content: 'c2' })).toEqual(['save', 'process'])
    expect(plan(story, { publish: true })).toEqual(['process'])
    expect(plan(story, { files: new Map([...files, ['file', file('a.mp4', 2)]]) })).toEqual([
      'upload',
      'process',
    ])
    expect(plan(story, { files: new Map([...files, ['cover', file('b.jpg')]]) })).toEqual([
      'cover',
      'save',
      'process',
    ])
    const renamed = { ...row, captions: [{ ...row.captions[0]!, title: 'British' }] }
    expect(plan(story, { row: renamed, content: 'c2' })).toEqual(['save', 'captions', 'process'])
  })

  test('begins anew with a title that was deleted', () => {
    expect(plan([...story, { kind: 'lost', id: 'a1' }])[1]).toBe('create')
  })

  test('takes up a failed row again', () => {
    const failed: Entry = { kind: 'result', id: 'a1', state: 'failed', problem: 'x', next: '', retry: true }
    expect(plan([...story, failed])).toEqual(['process'])
  })
})
