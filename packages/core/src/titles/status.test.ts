import { describe, expect, test } from 'vitest'
import {
  isVideoFailure,
  isVideoInProgress,
  TitleStatus as S,
  titleStatus,
  toTrailerState,
  trailerState,
  VideoStatus as V,
  videoStatus,
} from './status.ts'

describe('VIDEO-03, E-1: moves of a title', () => {
  test('the codes', () =>
    expect(S).toEqual({
      ...{ None: 0, EncodingQueued: 1, Encoded: 2, PublishQueued: 3, Published: 4, Error: 5, Incomplete: 6 },
      ...{ Unpublished: 7, Completed: 8, Uploading: 9, Uploaded: 10, NormalisationQueued: 11 },
    }))
  test('the way from an empty record to published', () => {
    const way = [
      'startUpload',
      'firstChunk',
      'lastChunk',
      'normalise',
      'encode',
      'encoded',
      'complete',
      'publish',
      'published',
      'unpublish',
      'publish',
    ] as const
    const states: S[] = [S.Incomplete]
    for (const event of way) states.push(titleStatus.next(states.at(-1)!, event))
    expect(states).toEqual([6, 6, 9, 10, 11, 1, 2, 8, 3, 4, 7, 3])
  })
  test.each([S.None, S.Error, S.Incomplete, S.Unpublished, S.Completed, S.Published])(
    'UPLOAD-15 a new upload may start from %i',
    from => {
      expect(titleStatus.next(from, 'startUpload')).toBe(S.Incomplete)
    },
  )
  test.each([S.Uploading, S.Uploaded, S.NormalisationQueued, S.EncodingQueued, S.Encoded, S.Incomplete])(
    'UPLOAD-17 %i ends as Error',
    from => {
      expect(titleStatus.next(from, 'fail')).toBe(S.Error)
    },
  )
  test.each([S.Error, S.Incomplete, S.Uploading, S.Uploaded, S.EncodingQueued, S.NormalisationQueued])(
    'publish is refused from %i',
    from => {
      expect(titleStatus.can(from, 'publish')).toBe(false)
      expect(() => titleStatus.next(from, 'publish')).toThrow(/not possible/)
    },
  )
  test('further invalid moves', () => {
    expect(titleStatus.can(S.Completed, 'unpublish')).toBe(false)
    expect(titleStatus.can(S.Completed, 'cancel')).toBe(false)
    expect(titleStatus.can(S.Published, 'cancel')).toBe(false)
    expect(titleStatus.can(S.Published, 'publish')).toBe(false)
    expect(titleStatus.can(S.None, 'published')).toBe(false)
  })
  test('no state is a dead end: each one leads to Completed or Published', () => {
    for (const start of Object.values(S)) {
      const seen = new Set<number>([start])
      for (const state of seen)
        for (const event of titleStatus.events(state as S)) seen.add(titleStatus.next(state as S, event))
      expect([...seen], `from ${start}`).toEqual(expect.arrayContaining([S.Published, S.Completed]))
    }
  })
})

describe('VIDEO-01, VIDEO-02, E-2: moves of the video', () => {
  test('the codes', () =>
    expect(V).toEqual({
      ...{ Uploading: 1, Uploaded: 2, Normalizing: 3, Normalized: 4 },
      ...{ Processing: 5, Completed: 6, Failed: 7, Canceled: 8 },
    }))
  test('forward', () => {
    expect(videoStatus.next(V.Uploading, 'lastChunk')).toBe(V.Uploaded)
    expect(videoStatus.next(V.Uploaded, 'normalise')).toBe(V.Normalizing)
    expect(videoStatus.next(V.Normalizing, 'normalised')).toBe(V.Normalized)
    expect(videoStatus.next(V.Normalized, 'encode')).toBe(V.Processing)
    expect(videoStatus.next(V.Uploaded, 'encode')).toBe(V.Processing)
    expect(videoStatus.next(V.Processing, 'complete')).toBe(V.Completed)
  })
  test('invalid: 1 to 3, 1 to 5, 3 to 5, 6 to 7, 6 to 8, 7 to 6, 8 to 2, 2 to 6, 6 to 6', () => {
    expect(videoStatus.can(V.Uploading, 'normalise')).toBe(false)
    expect(videoStatus.can(V.Uploading, 'encode')).toBe(false)
    expect(videoStatus.can(V.Normalizing, 'encode')).toBe(false)
    expect(videoStatus.can(V.Completed, 'fail')).toBe(false)
    expect(videoStatus.can(V.Completed, 'cancel')).toBe(false)
    expect(videoStatus.can(V.Failed, 'complete')).toBe(false)
    expect(videoStatus.can(V.Canceled, 'lastChunk')).toBe(false)
    expect(videoStatus.can(V.Uploaded, 'complete')).toBe(false)
    expect(videoStatus.can(V.Completed, 'complete')).toBe(false)
  })
  test('sets', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter(isVideoInProgress)).toEqual([1, 2, 3, 4, 5])
    expect([1, 2, 3, 4, 5, 6, 7, 8].filter(isVideoFailure)).toEqual([7, 8])
  })
})

describe('VIDEO-06, VIDEO-08, E-3: the trailer', () => {
  const fields = (trailerStatus: number | null, web: string | null = null, mobile: string | null = null) =>
    toTrailerState({ trailerStatus, trailerLinkWeb: web, trailerLinkMobile: mobile })
  test('states are read from the fields', () => {
    expect(fields(null)).toBe('none')
    expect(fields(9)).toBe('uploading')
    expect(fields(1)).toBe('processing')
    expect(fields(11)).toBe('processing')
    expect(fields(null, 'web')).toBe('mobilePending')
    expect(fields(8, 'web', 'mobile')).toBe('completed')
    expect(fields(5)).toBe('error')
  })
  test('only a completed trailer can be removed; none is uploaded while one is processed', () => {
    expect(trailerState.from('remove')).toEqual(['completed'])
    expect(trailerState.can('processing', 'upload')).toBe(false)
  })
})
