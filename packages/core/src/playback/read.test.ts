import { describe, expect, test } from 'vitest'
import { isKinoraError } from '../kernel/errors.ts'
import { createPlaybackReader, type PlaybackRead } from './read.ts'
import { checkPlaybackFile, playbackStatus } from './rules.ts'
import { PLAYBACK_RECORD_MAX } from './schema.ts'

const play = {
  tenantId: 't',
  titleTag: 'a',
  userId: 'u',
  startedAt: '2026-11-20T09:00:00Z',
  secondsWatched: 5,
}

/** Reads a text in pieces of a length. */
function readAll(text: string, size = text.length): PlaybackRead[] {
  const reader = createPlaybackReader()
  const found: PlaybackRead[] = []
  for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)))
  return [...found, ...reader.end()]
}
const summary = (reads: readonly PlaybackRead[]) =>
  reads.map(read => [read.line, 'issue' in read ? `${read.issue.path} ${read.issue.code}` : 'good'])

describe('C-119 playback data is read record by record', () => {
  const bad = { ...play, secondsWatched: -1 }
  const array = `\uFEFF\n[\n  ${JSON.stringify(play, undefined, 2)},\n${JSON.stringify(bad)}, ${JSON.stringify({ ...play, userId: 'a "} ] \\' })}\n]\n`
  const lines = [
    JSON.stringify(play),
    '',
    '{"tenantId": ',
    JSON.stringify({ ...play, eventId: 'e' }),
    '{"tenantId":"t"}',
    'nothing',
    JSON.stringify({ ...play, startedAt: 'yesterday' }),
    JSON.stringify({ ...play, more: 'x'.repeat(PLAYBACK_RECORD_MAX) }),
    JSON.stringify({ ...play, more: 'kept out' }),
  ].join('\r\n')
  const found = {
    array: [
      [3, 'good'],
      [10, 'secondsWatched validation.tooSmall'],
      [10, 'good'],
    ],
    lines: [
      [1, 'good'],
      [3, ' playback.noRecord'],
      [4, 'titleTag playback.titleOrEvent'],
      [5, 'userId validation.required'],
      [6, ' playback.noRecord'],
      [7, 'startedAt playback.time'],
      [8, ' playback.recordTooLong'],
      [9, 'good'],
    ],
  }
  test.each([1, 2, 7, 64, 100_000])('C-132 whatever pieces it comes in: %i characters', size => {
    expect(summary(readAll(array, size))).toEqual(found.array)
    expect(summary(readAll(lines, size))).toEqual(found.lines)
  })
  test('fields that are not of a record are kept out', () => {
    const [read] = readAll(JSON.stringify({ ...play, more: 1 }))
    expect(read).toEqual({ line: 1, record: { ...play, completed: false } })
    expect(readAll(' [ ] ')).toEqual([])
  })
  test.each(['', 'a,b\n', '[{}', '[{"a":1}{"a":2}]', '[1]', '[{},]', '[] x', '"text"'])(
    'PLAY-05, VAL-18 refuses what is no playback data: %s',
    text => {
      const thrown = (() => {
        try {
          return readAll(text)
        } catch (error) {
          return error
        }
      })()
      expect(isKinoraError(thrown) && thrown.issues[0]?.code).toBe('validation.fileFormat')
    },
  )
})

describe('PLAY-01, E-14', () => {
  test('a .json file, no larger than one upload', () => {
    expect(checkPlaybackFile({ name: 'plays.json', size: 5 })).toEqual([])
    expect(checkPlaybackFile({ name: 'plays.csv' })[0]?.code).toBe('validation.fileType')
    expect(checkPlaybackFile({ name: 'plays.json', size: 2e9 })).toEqual([
      { path: 'file', code: 'playback.tooLarge', params: { max: '1 GB' } },
    ])
  })
  test('a commit after a cancel, and a cancel after a commit, don’t exist', () => {
    expect(playbackStatus.can('cancelled', 'commit')).toBe(false)
    expect(playbackStatus.can('committed', 'cancel')).toBe(false)
  })
})
