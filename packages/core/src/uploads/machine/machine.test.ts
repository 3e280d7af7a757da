import { describe, expect, test } from 'vitest'
import { KinoraError } from '../../kernel/errors.ts'
import { occupiesSlot } from '../queue/items.ts'
import { canUpload, outcomeOf, step } from './machine.ts'
import type { EngineEvent, EngineState } from './states.ts'

const position = { nextChunk: 2, total: 4, sentBytes: 8 }
const [offline, refused] = [new KinoraError('offline'), new KinoraError('refused')]
const states = {
  waiting: { kind: 'waiting', replace: false },
  starting: { kind: 'starting', replace: false, faults: 0 },
  uploading: { kind: 'uploading', ...position, faults: 0 },
  offline: { kind: 'paused', reason: 'offline', from: { at: 'chunk', position } },
  signedOut: { kind: 'paused', reason: 'signedOut', from: { at: 'chunk', position } },
  paused: { kind: 'paused', reason: 'user', from: { at: 'chunk', position } },
  retrying: { kind: 'retrying', attempt: 2, dueAt: 9, error: offline, from: { at: 'chunk', position } },
  processing: { kind: 'processing', phase: 'encoding', digest: 'd', encoded: true, faults: 0 },
  normalising: { kind: 'processing', phase: 'normalising', digest: 'd', encoded: true, faults: 0 },
  complete: { kind: 'complete', digest: 'd' },
  failed: { kind: 'failed', error: refused, phase: 'upload' },
  cancelled: { kind: 'cancelled', reason: 'user' },
  broken: { kind: 'broken' },
  locked: { kind: 'locked' },
} satisfies Record<string, EngineState>
type Name = keyof typeof states

const fault = (error: KinoraError): EngineEvent => ({ type: 'fault', error, now: 1000, random: 1 })
const last = { nextChunk: 5, total: 4, sentBytes: 30 }

/** From, trigger, to (the fields that matter), effects by kind. */
const rows: [Name, EngineEvent, object, string[]][] = [
  ['waiting', { type: 'start' }, { kind: 'starting', replace: false }, ['prepare']],
  ['starting', { type: 'ready', position }, { kind: 'uploading', nextChunk: 2, total: 4 }, ['save', 'send']],
  [
    'starting',
    { type: 'stored', digest: 'd' },
    { kind: 'processing', encoded: false },
    ['save', 'encode', 'next'],
  ],
  [
    'uploading',
    { type: 'accepted', position: { ...position, nextChunk: 3 } },
    { kind: 'uploading', nextChunk: 3 },
    ['save'],
  ],
  ['uploading', { type: 'accepted', position: last }, { kind: 'uploading', nextChunk: 5 }, ['save']],
  [
    'uploading',
    { type: 'offline' },
    { kind: 'paused', reason: 'offline', from: { at: 'chunk', position } },
    ['abort', 'save'],
  ],
  ['retrying', { type: 'offline' }, { kind: 'paused', reason: 'offline' }, ['abort', 'save']],
  ['offline', { type: 'online' }, { kind: 'uploading', nextChunk: 2 }, ['save', 'send']],
  ['uploading', { type: 'signedOut' }, { kind: 'paused', reason: 'signedOut' }, ['abort', 'save']],
  ['signedOut', { type: 'signedIn' }, { kind: 'uploading', nextChunk: 2 }, ['save', 'send']],
  [
    'uploading',
    { type: 'stored', digest: 'd' },
    { kind: 'processing', phase: 'encoding', digest: 'd' },
    ['save', 'encode', 'next'],
  ],
  ['processing', { type: 'phase', phase: 'normalising' }, { kind: 'processing', phase: 'normalising' }, []],
  ['normalising', { type: 'phase', phase: 'encoding' }, { kind: 'processing', phase: 'encoding' }, []],
  ['processing', { type: 'done' }, { kind: 'complete', digest: 'd' }, ['forget', 'next']],
  ['uploading', fault(refused), { kind: 'failed', phase: 'upload' }, ['abort', 'save', 'next']],
  [
    'processing',
    { type: 'processingFailed', error: refused },
    { kind: 'failed', phase: 'processing' },
    ['abort', 'save', 'next'],
  ],
  [
    'normalising',
    { type: 'processingFailed', error: refused },
    { kind: 'failed', phase: 'processing' },
    ['abort', 'save', 'next'],
  ],
  ...(
    [
      'waiting',
      'starting',
      'uploading',
      'paused',
      'offline',
      'retrying',
      'processing',
      'normalising',
    ] as const
  ).map((name): [Name, EngineEvent, object, string[]] => [
    name,
    { type: 'cancel' },
    { kind: 'cancelled', reason: 'user' },
    ['abort', 'save', 'cancelRemote', 'next'],
  ]),
  ['failed', { type: 'resume' }, { kind: 'waiting', replace: false }, ['save', 'next']],
  ['cancelled', { type: 'resume' }, { kind: 'waiting', replace: false }, ['save', 'next']],
  ['failed', { type: 'reupload', replace: true }, { kind: 'waiting', replace: true }, ['save', 'next']],
  ['cancelled', { type: 'reupload', replace: true }, { kind: 'waiting', replace: true }, ['save', 'next']],
  ['broken', { type: 'reupload', replace: false }, { kind: 'waiting', replace: false }, ['save', 'next']],
  ...(['waiting', 'uploading', 'paused', 'processing', 'failed', 'cancelled'] as const).map(
    (name): [Name, EngineEvent, object, string[]] => [
      name,
      { type: 'fileLost', cause: 'cleared' },
      { kind: 'broken' },
      ['abort', 'save', 'next'],
    ],
  ),
  ['uploading', { type: 'fileLost', cause: 'missing' }, { kind: 'broken' }, ['abort', 'save', 'next']],
  ...(['waiting', 'uploading', 'paused'] as const).map((name): [Name, EngineEvent, object, string[]] => [
    name,
    { type: 'fileLocked' },
    { kind: 'locked' },
    ['abort', 'next'],
  ]),
  ['locked', { type: 'reupload', replace: false }, { kind: 'waiting', replace: false }, ['save', 'next']],
  ['uploading', { type: 'otherUser' }, { kind: 'cancelled', reason: 'otherUser' }, ['abort', 'save', 'next']],
  [
    'processing',
    { type: 'cancelledElsewhere' },
    { kind: 'cancelled', reason: 'elsewhere' },
    ['abort', 'save', 'next'],
  ],
  ['uploading', { type: 'pause' }, { kind: 'paused', reason: 'user' }, ['abort', 'save', 'next']],
  ['offline', { type: 'pause' }, { kind: 'paused', reason: 'user' }, ['abort', 'save', 'next']],
  [
    'waiting',
    { type: 'pause' },
    { kind: 'paused', reason: 'user', from: { at: 'start' } },
    ['abort', 'save', 'next'],
  ],
  ['paused', { type: 'resume', wait: true }, { kind: 'waiting', replace: false }, ['save']],
  ['paused', { type: 'resume' }, { kind: 'uploading', nextChunk: 2 }, ['save', 'send']],
  ['uploading', fault(offline), { kind: 'retrying', attempt: 1, dueAt: 1500 }, ['wait']],
  ['retrying', { type: 'due' }, { kind: 'uploading', nextChunk: 2, faults: 2 }, ['save', 'send']],
  ['retrying', { type: 'resume' }, { kind: 'uploading', nextChunk: 2, faults: 0 }, ['save', 'send']],
]

describe('E-4 UPLOAD-12 upload engine', () => {
  test.each(rows)('%s, %o', (from, event, to, effects) => {
    const [state, done] = step(states[from], event)
    expect(state).toMatchObject(to)
    expect(done.map(effect => effect.kind)).toEqual(effects)
  })

  const refusedCommands: [Name, 'pause' | 'resume' | 'cancel' | 'reupload', string][] = [
    ['complete', 'resume', 'upload.notPossible'],
    ['complete', 'cancel', 'upload.notPossible'],
    ['complete', 'reupload', 'upload.notPossible'],
    ['uploading', 'resume', 'upload.notPossible'],
    ['uploading', 'reupload', 'upload.notPossible'],
    ['processing', 'pause', 'upload.notPossible'],
    ['failed', 'cancel', 'upload.notPossible'],
    ['cancelled', 'cancel', 'upload.notPossible'],
    ['broken', 'resume', 'upload.broken'],
  ]
  test.each(refusedCommands)('invalid: %s, %s is refused and changes nothing', (from, type, code) => {
    const event: EngineEvent = type === 'reupload' ? { type, replace: false } : { type }
    const [state, effects] = step(states[from], event)
    expect(state).toBe(states[from])
    expect(effects).toMatchObject([{ kind: 'refuse', issue: { code } }])
    expect(canUpload(states[from], type)).toBe(false)
  })

  test('invalid: a second start while one is under way stays waiting; late reports are ignored', () => {
    const late: [Name, EngineEvent][] = [
      ['uploading', { type: 'start' }],
      ['paused', { type: 'start' }],
      ['paused', { type: 'accepted', position }],
      ['paused', { type: 'online' }],
      ['paused', { type: 'signedIn' }],
      ['signedOut', { type: 'online' }],
      ['processing', { type: 'fileLocked' }],
      ['failed', { type: 'fileLocked' }],
      ['paused', fault(offline)],
      ['cancelled', { type: 'stored', digest: 'd' }],
      ['cancelled', { type: 'done' }],
      ['complete', { type: 'offline' }],
      ['complete', { type: 'fileLost', cause: 'cleared' }],
      ['failed', { type: 'due' }],
      ['uploading', { type: 'done' }],
      ['processing', { type: 'fileLost', cause: 'missing' }],
      ['complete', { type: 'otherUser' }],
    ]
    for (const [from, event] of late) expect(step(states[from], event)).toEqual([states[from], []])
  })

  test('invalid: a chunk number beyond the total fails the upload with its text', () => {
    const [state] = step(states.uploading, { type: 'accepted', position: { ...last, nextChunk: 6 } })
    expect(state).toMatchObject({ kind: 'failed', error: { issues: [{ code: 'upload.chunkOutOfRange' }] } })
  })
})

describe('UPLOAD-14 outcome codes', () => {
  test.each([
    ['failed', 1],
    ['complete', 2],
    ['broken', 3],
    ['uploading', undefined],
  ] as const)('%s is %s', (name, outcome) => {
    expect(outcomeOf(states[name])).toBe(outcome)
  })
})

describe('UPLOAD-22 restart after a cancel', () => {
  test('is 3 s after a cancel, at once after an end', () => {
    expect(step(states.uploading, { type: 'cancel' })[1]).toContainEqual({ kind: 'next', after: 3000 })
    expect(step(states.processing, { type: 'done' })[1]).toContainEqual({ kind: 'next', after: 0 })
  })
})

describe('UPLOAD-02 C-142 one place', () => {
  test('is held while bytes are under way, and free once they are sent or a person paused them', () => {
    const holding = Object.entries(states)
      .filter(([, state]) => occupiesSlot(state))
      .map(([name]) => name)
    expect(holding).toEqual(['starting', 'uploading', 'offline', 'signedOut', 'retrying'])
  })
})
