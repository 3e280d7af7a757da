import { describe, expect, test } from 'vitest'
import { coverHeights } from './images/widths.ts'
import {
  CHUNK_SIZE,
  calendarZooms,
  DELETE_REFETCH_DELAY,
  EVENT_RESET,
  IN_PROGRESS_REFRESH,
  LEAD_TIME,
  limits,
  PageInput,
  Tenant,
  TitleSort,
  TRAILER_POLL_INTERVAL,
  titleLimits,
  titles,
  toDay,
  toDayAndTime,
  toEventOrder,
  toMegabytes,
  toToastDuration,
  toWireDate,
} from './index.ts'
import { createMessages } from './kernel/messages.ts'
import { en } from './messages/en.ts'
import { MAX_FILES } from './uploads/limits.ts'
import { RESTART_AFTER_CANCEL } from './uploads/machine/machine.ts'
import { POLL_INTERVAL } from './uploads/queue/processing.ts'

describe('the numbers of the register', () => {
  const moment = new Date('2026-11-03T07:05:09Z')
  test.each([
    ['CONST-05, C-08 rows of an admin list', PageInput.parse({}).take, 50],
    [
      'VAL-28 lengths',
      [limits.title, limits.description, limits.titleDescription, limits.documentDescription],
      [40, 500, 10_000, 90],
    ],
    ['VAL-28 more of them', [limits.captionTitle, limits.text], [100, 255]],
    ['CONST-08 the poll of an upload', POLL_INTERVAL, 3000],
    ['CONST-09 the refresh of a list in progress', IN_PROGRESS_REFRESH, 180_000],
    ['CONST-10 the poll of a trailer', TRAILER_POLL_INTERVAL, 1500],
    ['CONST-11 TITLE-27 the look after a delete', DELETE_REFETCH_DELAY, 3000],
    ['CONST-12 the restart after a cancel', RESTART_AFTER_CANCEL, 3000],
    ['CONST-14 SESS-21 the word that something is copied', toToastDuration(en['success.copied']), 3000],
    ['ERR-20 any other error', toToastDuration(en['error.500']), 3000],
    ['CONST-15 the chunk, and files at once', [CHUNK_SIZE, MAX_FILES], [4_194_304, 5]],
    ['CONST-16 names of files', [limits.eventFileName, limits.fileName], [40, 255]],
    ['CONST-20 VIDEO-15 the lead of an event', LEAD_TIME, 14_400_000],
    ['CONST-32 EVENT-26 minutes of a line', calendarZooms, [1, 5, 15, 30, 60]],
    ['C-31 EVENT-10 the reset of the form', EVENT_RESET, 1500],
    ['CONST-21 the wire', toWireDate(moment), '2026-11-03T07:05:09'],
    ['CONST-21 a day', toDay(moment), '03 Nov 2026'],
    ['CONST-21 a moment', toDayAndTime(moment), '03 Nov 2026 07:05'],
    ['CONST-22 the order of titles', titles.export.input.parse({}), { sort: 'createdDate', dir: 'desc' }],
    ['CONST-22 other orders of titles', TitleSort.options, ['createdDate', 'name']],
    ['CONST-22 start time, downwards', toEventOrder(undefined), { key: 'next_occurrence_time', dir: 'desc' }],
    ['VAL-31 C-22 heights of covers', coverHeights, { small: 180, medium: 224, large: 248 }],
    [
      'VIDEO-13 media platforms',
      [0, 1, 2].map(platform => Tenant.shape.mediaPlatform.safeParse(platform).success),
      [true, true, false],
    ],
    ['CONST-28 choices', [limits.choices, titleLimits.picks], [3, 3]],
    ['CONST-34 a document', [limits.documentSize, toMegabytes(1_572_864)], [10_485_760, '1.50 MB']],
  ])('%s', (_, ours, theirs) => expect(ours).toEqual(theirs))

  test.each([
    ['success.saved', 'saved'],
    ['success.itemSaved', 'Item saved'],
    ['success.deleted', 'deleted'],
    ['success.itemDeleted', 'Item deleted'],
    ['success.copied', 'Copied'],
    ['success.published', 'published'],
    ['success.titlePublished', 'Title published'],
    ['success.updated', 'updated'],
    ['success.downloadComplete', 'Download complete'],
    ['success.trailerRemoved', 'Trailer removed'],
    ['success.fileCanceled', 'File canceled'],
    ['success.displayOrder', 'Display order updated'],
    ['success.collectionReordered', 'Collection reordered'],
    ['success.titleExport', 'Title export'],
    ['success.bulkProcessing', 'Bulk upload processing'],
    ['success.bulkStopped', 'Bulk upload stopped'],
    ['success.downloadingTemplate', 'downloading template'],
    ['success.uploadingFile', 'uploading file'],
    ['success.downloadingReport', 'downloading report'],
    ['success.downloadingFile', 'downloading file'],
  ] as const)('TITLE-36 BULK-11 ERR-18 C-50 %s', (key, words) =>
    expect(createMessages(en).text(key)).toBe(words),
  )
})
