import { describe, expect, test } from 'vitest'
import { type BadgeInput, toBadge } from './badge.ts'

const title = (
  status: number,
  videoStatus: number | null = null,
  streamingLink: string | null = null,
): BadgeInput => ({
  status,
  videoStatus,
  streamingLink,
})
const shown = (input: BadgeInput) => {
  const badge = toBadge(input)
  const progress =
    'percent' in badge.progress ? `${badge.progress.kind} ${badge.progress.percent}` : badge.progress.kind
  return `${badge.kind} | ${badge.text} | ${progress}`
}

describe('TITLE-31, E-5, C-23: the badge of a title, row by row', () => {
  test.each([
    [1, { ...title(8, 6), localUpload: 'uploading' as const }, 'Uploading | badge.upload | marker 80'],
    [2, { ...title(8, 6), localUpload: 'uploaded' as const }, 'Uploaded | badge.uploaded | marker 99'],
    [3, title(5, 7, 'https://x/y'), 'Incomplete | badge.incomplete | none'],
    [4, title(5, 7), 'Error | badge.na | error'],
    [5, title(4, 6), 'Published | badge.published | marker 100'],
    [6, title(7, 6), 'Unpublished | badge.unpublished | none'],
    [7, title(8, 6), 'Completed | badge.complete | marker 100'],
    [8, title(1, 5), 'EncodingQueued | badge.na | indeterminate 99'],
    [9, title(11, 3), 'NormalisationQueued | badge.na | indeterminate 99'],
    [10, title(9, 1), 'Uploading | badge.upload | marker 80'],
    [10, title(6, 1), 'Uploading | badge.upload | marker 80'],
    [10, title(0, 1), 'Uploading | badge.upload | marker 80'],
    [11, title(10, 2), 'Uploaded | badge.uploaded | marker 99'],
    [11, title(6, 2), 'Uploaded | badge.uploaded | marker 99'],
    [12, title(6, 3), 'Normalizing | badge.na | indeterminate 99'],
    [12, title(0, 4), 'Normalizing | badge.na | indeterminate 99'],
    [13, title(2, 5), 'Processing | badge.na | indeterminate 99'],
    [13, title(3, 6), 'Processing | badge.na | indeterminate 99'],
    [13, title(6, 5), 'Processing | badge.na | indeterminate 99'],
    [14, title(6), 'Incomplete | badge.incomplete | none'],
    [14, title(6, 8), 'Incomplete | badge.incomplete | none'],
    [15, title(0), 'Incomplete | badge.na | none'],
    [15, title(42), 'Incomplete | badge.na | none'],
  ])('row %i', (_row, input, expected) => expect(shown(input)).toBe(expected))

  test('each row wins over the ones below it', () => {
    expect(shown({ ...title(5, 7), localUpload: 'uploading' })).toMatch(/^Uploading/)
    expect(shown({ ...title(4, 6), localUpload: 'uploaded' })).toMatch(/^Uploaded/)
    expect(shown(title(5, 1, 'link'))).toBe('Incomplete | badge.incomplete | none')
    expect(shown(title(5, 1))).toMatch(/^Error/)
    expect(shown(title(4, 1))).toMatch(/^Published/)
    expect(shown(title(7, 2))).toMatch(/^Unpublished/)
    expect(shown(title(8, 3))).toMatch(/^Completed/)
    expect(shown(title(1, 1))).toMatch(/^EncodingQueued/)
    expect(shown(title(11, 2))).toMatch(/^NormalisationQueued/)
    expect(shown(title(9, 2))).toMatch(/^Uploading/)
    expect(shown(title(10, 3))).toMatch(/^Uploaded/)
    expect(shown(title(2, 3))).toMatch(/^Processing/)
  })
})
