import { describe, expect, test } from 'vitest'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { checkTitleJob, toEdited } from './rules.ts'
import type { TitleJob } from './schema.ts'
import { toJobResult, toLossWords } from './words.ts'

const held = { equipmentIds: ['a', 'b'], focusAreaIds: [], labelIds: ['x'], keywords: ['one'] }

describe('TITLE-39 what an edit of many saves on one', () => {
  test('lists are added to, taken off and replaced; what is left out stays', () => {
    const edit = {
      skill: 3,
      equipmentIds: { how: 'add' as const, values: ['b', 'c'] },
      labelIds: { how: 'remove' as const, values: ['x', 'y'] },
      keywords: { how: 'replace' as const, values: [] },
    }
    expect(toEdited(edit, held)).toEqual({
      ...{ skill: 3, equipmentIds: ['a', 'b', 'c'], labelIds: [], keywords: [] },
    })
  })

  test.each([
    [{ act: 'publish' as const }, ['tags titleJob.chooseTitles']],
    [{ act: 'publish' as const, tags: ['a'], filter: {} }, ['tags titleJob.chooseTitles']],
    [{ act: 'publish' as const, filter: {} }, []],
    [{ act: 'edit' as const, filter: {}, edit: {} }, ['edit titleJob.nothingToEdit']],
    [{ act: 'delete' as const, tags: ['a'], edit: { skill: 1 } }, ['edit titleJob.notAnEdit']],
    [
      { act: 'edit' as const, tags: ['a'], edit: { scheduleDate: '2026-13-01' } },
      ['scheduleDate validation.noSuchDate'],
    ],
    [
      {
        act: 'edit' as const,
        tags: ['a'],
        edit: { labelIds: { how: 'add' as const, values: ['1', '2', '3', '4'] } },
      },
      ['labelIds validation.maxOptions'],
    ],
    [
      {
        act: 'edit' as const,
        tags: ['a'],
        edit: { labelIds: { how: 'remove' as const, values: ['1', '2', '3', '4'] } },
      },
      [],
    ],
  ])('%j', (draft, issues) => {
    expect(checkTitleJob(draft).map(({ path, code }) => `${path} ${code}`)).toEqual(issues)
  })
})

describe('TITLE-26, C-73 what came of a job', () => {
  const counts = { total: 0, waiting: 0, done: 0, same: 0, refused: 0, changed: 0, undone: 0 }
  const told = (act: TitleJob['act'], some: Partial<typeof counts>, status: TitleJob['status'] = 'Done') =>
    toJobResult({ act, status, counts: { ...counts, ...some } }).map(({ text }) => text)

  test.each([
    ['delete', { done: 3 }, ['success.deleted']],
    ['delete', { done: 1 }, ['success.itemDeleted']],
    ['delete', { done: 3, refused: 1 }, ['title.deleteMixed']],
    ['delete', { refused: 2 }, ['title.deleteFailed']],
    ['publish', { done: 3, refused: 1 }, ['ui.titles.publishedCount']],
    ['edit', { done: 3, same: 2 }, ['titleJob.editedCount', 'titleJob.sameCount']],
    ['undo', { done: 3, changed: 2 }, ['titleJob.undoneCount', 'titleJob.changedCount']],
  ] as const)('%s %j', (act, some, texts) => {
    expect(told(act, some)).toEqual(texts)
  })
  test('cancelled, it says how many were left', () => {
    expect(told('unpublish', { done: 1, waiting: 4 }, 'Cancelled')).toEqual([
      'ui.titles.unpublishedCount',
      'titleJob.leftCount',
    ])
  })
})

describe('C-103 what leaves with titles, said before', () => {
  const { text } = createMessages(en)
  const none = { live: 0, sites: 0, collections: 0, events: 0 }

  test('sites, collections and events, by name where one may see them', () => {
    const counts = { live: 2, sites: 1, collections: 1, events: 3 }
    expect(toLossWords('delete', { counts, collections: ['Mornings'], events: [] }, text)).toEqual([
      '2 published titles leave 1 site',
      '1 collection loses classes: Mornings',
      '3 events lose their class',
    ])
  })
  test('nothing where nothing is lost', () => {
    expect(toLossWords('unpublish', { counts: none, collections: [], events: [] }, text)).toEqual([])
  })
})
