import { type Title, TitleStatus, VideoStatus } from '@kinora/core'
import type { KinoraOptions } from '@kinora/react'
import { memoryStore } from '../../src/adapters/storage.ts'
import { createFixture } from '../../src/titles/testing/fixture-platform.ts'
import { bare, completed } from '../../src/titles/testing/fixtures.ts'

/** The states that a title can be met in. */
export const states = {
  new: undefined,
  partial: bare,
  underWay: {
    ...completed,
    status: TitleStatus.EncodingQueued,
    videoStatus: VideoStatus.Processing,
    streamingLink: null,
    processing: { step: 'encode', fraction: 0.42 },
  },
  failed: {
    ...bare,
    status: TitleStatus.Error,
    videoStatus: VideoStatus.Failed,
    fileName: 'evening-stretch.mp4',
    fileSize: 1_234_567,
    fileDigest: 'a'.repeat(64),
    fileSha256: 'b'.repeat(64),
    errorType: 'processing.unreadable',
  },
  full: completed,
  published: { ...completed, status: TitleStatus.Published, publishedDate: '2026-11-20T09:00:00' },
} as const satisfies Record<string, Title | undefined>

/** A server of one title, which answers in the contract's types. */
export function serverOf(title: Title | undefined): KinoraOptions {
  const { fetch } = createFixture(title)
  return { fetch, getToken: () => 'token', store: memoryStore(), tabStore: memoryStore() }
}
