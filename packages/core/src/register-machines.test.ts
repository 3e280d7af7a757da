import { expect, test } from 'vitest'
import { collectionStatus } from './collections/rules.ts'
import type { Machine } from './kernel/machine.ts'
import { playbackStatus } from './playback/rules.ts'
import { asyncState, authState, networkState } from './session/session.ts'
import { titleStatus, trailerState, videoStatus } from './titles/status.ts'

/** Every move of a machine, as `from event to`. */
const movesOf = ({ table }: Machine<never, never>): string[] =>
  Object.entries(table as Record<string, Record<string, unknown>>).flatMap(([from, moves]) =>
    Object.entries(moves).map(([event, to]) => `${from} ${event} ${to}`),
  )
/** `5,6 cancel 8` is both `5 cancel 8` and `6 cancel 8`. */
const each = (row: string): string[] => {
  const [froms = '', ...rest] = row.split(' ')
  return froms.split(',').map(from => [from, ...rest].join(' '))
}

/** The moves that the register has, and those that are ours beside them. */
const machines: [ids: string, machine: unknown, register: string[], ours: string[]][] = [
  [
    'E-1, VIDEO-03 a title',
    titleStatus,
    [
      ...['0,5,6,7,8,4 startUpload 6', '6 firstChunk 9', '9 lastChunk 10', '10 normalise 11', '11 encode 1'],
      ...['10 encode 1', '1 encoded 2', '2 complete 8', '9,10,11,1,2,6 fail 5', '6,9,10,11,1 cancel 6'],
      ...['8,7 publish 3', '3 published 4', '4 unpublish 7', '3 publishFailed 8'],
    ],
    // Another file in the place of one that is on its way, and a stored file that is processed again.
    ['9,10 startUpload 6', '5,6 normalise 11', '5,6 encode 1'],
  ],
  [
    'E-2, VIDEO-01 its video',
    videoStatus,
    [
      ...['6,7,8 startUpload 1', '1 lastChunk 2', '2 normalise 3', '3 normalised 4', '4,2 encode 5'],
      ...['5 complete 6', '1,2,3,4,5 fail 7', '1,2,3,4,5 cancel 8'],
    ],
    ['1,2 startUpload 1', '7,8 normalise 3', '7,8 encode 5'],
  ],
  [
    'E-3, VIDEO-06 its trailer',
    trailerState,
    [
      ...['none,completed,error upload uploading', 'uploading encode processing', 'uploading cancel none'],
      ...['processing webLink mobilePending', 'mobilePending mobileLink completed'],
      ...['uploading,processing fail error', 'completed remove none'],
    ],
    // As of a video; a rendition for phones may fail as well.
    [
      ...['uploading upload uploading', 'processing cancel none', 'mobilePending fail error'],
      'error encode processing',
    ],
  ],
  [
    'E-8, AUTH-09 who is signed in',
    authState,
    [
      ...['unknown verified loggedIn', 'unknown refused loggedOut', 'loggedOut login loggedIn'],
      ...[
        'loggedIn logout loggedOut',
        'loggedIn refreshFailed loggedOut',
        'loggedIn forcedSignOut loggedOut',
      ],
    ],
    [],
  ],
  [
    'E-9, SESS-13 the network',
    networkState,
    ['unknown,offline online online', 'unknown,online offline offline'],
    [],
  ],
  [
    'E-10, SESS-18 work of a screen',
    asyncState,
    [
      ...['notStarted,failed start started', 'started succeed success', 'started fail failed'],
      'success reset notStarted',
    ],
    ['success start started', 'failed reset notStarted'],
  ],
  [
    'E-11 a collection',
    collectionStatus,
    [
      ...['inactive activate active', 'active deactivate inactive', 'active feature featured'],
      'featured unfeature active',
    ],
    [],
  ],
  [
    'E-14 an upload of plays',
    playbackStatus,
    ['uploaded commit committed', 'uploaded cancel cancelled'],
    ['receiving read uploaded'],
  ],
]

test.each(machines)('%s moves as the register says, and not otherwise', (_, machine, register, ours) =>
  expect(movesOf(machine as Machine<never, never>).sort()).toEqual(
    [...register, ...ours].flatMap(each).sort(),
  ),
)
