import { KinoraError, TitleStatus as S, type Title, VideoStatus as V } from '@kinora/core'
import type { UploadItem } from '@kinora/core/uploads'
import { describe, expect, test } from 'vitest'
import { createFixture, renderSignedIn } from './testing/testing.tsx'
import { TitleBadge, type TitleBadgeProps } from './title-badge.tsx'

const plain: TitleBadgeProps['title'] = {
  // Nothing is missing for it to be published.
  ...{ className: 'Flow', classDescription: 'Slow.', imageLink: '/i', classCategoryId: 'c', skill: 3 },
  ...{ classLanguageCode: 'en-GB', equipmentIds: ['e'], intensity: 4, channelId: 'ch' },
  scheduleDate: '2026-11-20T00:00:00',
  status: S.Incomplete,
  videoStatus: null,
  streamingLink: null,
  errorType: null,
  processing: null,
  fileDigest: null,
  stuck: null,
  publishChannel: null,
  foreignNames: [],
}
const uploadIn = (state: UploadItem['state']): UploadItem => ({
  ...{ id: 'video:kn-1', tag: 'kn-1', role: 'video', tenantId: undefined, fileName: 'a.mp4', totalSize: 100 },
  ...{ kept: true, state },
  progress: {
    ...{ percent: 25, sentBytes: 25, totalBytes: 100, marker: 80 },
    ...{ groups: { done: 0, total: 1 }, speed: undefined, secondsLeft: undefined },
  },
})
const waiting = uploadIn({ kind: 'waiting', replace: false })
const sending = uploadIn({ kind: 'uploading', nextChunk: 2, total: 4, sentBytes: 25, faults: 0 })
const processing = uploadIn({ kind: 'processing', phase: 'encoding', digest: 'd', encoded: true, faults: 0 })
const failed = uploadIn({ kind: 'failed', error: new KinoraError('offline'), phase: 'upload' })
const show = async (title: Partial<Title>, upload?: UploadItem) => {
  const { screen } = await renderSignedIn(
    createFixture(undefined),
    <TitleBadge title={{ ...plain, ...title }} upload={upload} />,
  )
  const badge = screen.container.querySelector('.kn-badge')!
  const [word, tone] = ['data-badge-text', 'data-tone'].map(name => badge.getAttribute(name))
  return { screen, badge, look: [word, tone, markOf(badge)] }
}
/** What stands before the word: how full its ring is in percent, or what else it is. */
function markOf(badge: Element): number | 'turning' | 'failure' | 'dot' {
  if (badge.querySelector('.kn-badge-mark') !== null) return 'failure'
  const ring = badge.querySelector('.kn-ring')
  if (ring === null) return 'dot'
  if (ring.hasAttribute('data-indeterminate')) return 'turning'
  const [whole, open] = ['stroke-dasharray', 'stroke-dashoffset'].map(name =>
    Number(ring.lastElementChild!.getAttribute(name)),
  )
  return Math.round(100 * (1 - open! / whole!))
}

describe('TITLE-31 UPLOAD-10 E-5 the looks of the badges: word, tone, ring', () => {
  test.each<[string, Partial<Title>, UploadItem | undefined, unknown[]]>([
    ['1', { status: S.Published }, sending, ['Upload', 'info', 25]],
    ['1 waiting', {}, waiting, ['Upload', 'info', 25]],
    ['2', { status: S.Published }, processing, ['Uploaded', 'info', 'turning']],
    ['5 with a failed upload', { status: S.Published }, failed, ['Published', 'negative', 'failure']],
    ['3', { status: S.Error, streamingLink: '/s' }, undefined, ['incomplete', 'negative', 'dot']],
    ['4', { status: S.Error }, undefined, ['NA', 'negative', 'failure']],
    ['5', { status: S.Published }, undefined, ['Published', 'positive', 'dot']],
    ['6', { status: S.Unpublished }, undefined, ['Unpublished', 'negative', 'dot']],
    ['7', { status: S.Completed }, undefined, ['Complete', 'info', 'dot']],
    ['7 without a detail', { status: S.Completed, skill: null }, undefined, ['Complete', 'warning', 'dot']],
    ['8', { status: S.EncodingQueued }, undefined, ['NA', 'info', 'turning']],
    ['9', { status: S.NormalisationQueued }, undefined, ['NA', 'info', 'turning']],
    ['10', { status: S.Uploading }, undefined, ['Upload', 'info', 80]],
    ['10 by video', { videoStatus: V.Uploading }, undefined, ['Upload', 'info', 80]],
    ['11', { status: S.Uploaded }, undefined, ['Uploaded', 'info', 99]],
    ['11 by video', { videoStatus: V.Uploaded }, undefined, ['Uploaded', 'info', 99]],
    ['12', { videoStatus: V.Normalizing }, undefined, ['NA', 'info', 'turning']],
    ['12 normalised', { videoStatus: V.Normalized }, undefined, ['NA', 'info', 'turning']],
    ['13', { status: S.Encoded }, undefined, ['NA', 'info', 'turning']],
    ['13 by video', { videoStatus: V.Processing }, undefined, ['NA', 'info', 'turning']],
    ['14', {}, undefined, ['incomplete', 'warning', 'dot']],
    ['15', { status: 42 }, undefined, ['NA', 'warning', 'dot']],
  ])('row %s', async (_, title, upload, look) => {
    // The badge of an upload comes with the first one.
    await expect.poll(async () => (await show(title, upload)).look).toEqual(look)
  })
})

test('TITLE-32 Published and Completed look complete, Incomplete and Unpublished do not, and nothing else is at rest', async () => {
  const atRest: string[] = []
  for (const status of Array(12).keys()) {
    await expect.poll(async () => (await show({ status })).look[0]).not.toBe('')
    const [word, tone, mark] = (await show({ status })).look
    if (mark === 'dot' && word !== 'NA') atRest.push(`${status} ${word} ${tone}`)
  }
  expect(atRest).toEqual([
    '4 Published positive',
    '6 incomplete warning',
    '7 Unpublished negative',
    '8 Complete info',
  ])
})

describe('live progress', () => {
  test.each([
    ['waiting', waiting, {}, 'Uploading', 'Waiting to upload'],
    ['sending', sending, {}, 'Uploading', '25% of 0.01 MB'],
    [
      'processing',
      processing,
      { videoStatus: V.Processing, processing: { step: 'encode', fraction: 0.42 } },
      'Encoding',
      'Encoding, 42%',
    ],
    [
      'failed',
      failed,
      { videoStatus: V.Uploading },
      'Uploading',
      /^Upload failed: .+What was sent is kept\.$/,
    ],
  ] as const)(
    'an upload of this browser that is %s is told as in its tray',
    async (_, upload, title, word, words) => {
      const { screen } = await show(title, upload)
      await expect.element(screen.getByRole('button', { name: word })).toHaveAccessibleDescription(words)
    },
  )

  test.each([
    ['encode', 0.42, /42/],
    ['normalise', 0.07, /7/],
  ] as const)('%s tells its step and how far it is', async (step, fraction, words) => {
    const { screen } = await show({
      videoStatus: V.Processing,
      processing: { step, fraction } as Title['processing'],
    })
    const name = step === 'encode' ? 'Encoding' : 'Normalizing audio'
    await expect.element(screen.getByRole('button', { name })).toHaveAccessibleDescription(words)
  })

  test('VIDEO-12 a failed title without a stream shows the sign of a failure, and says that it failed', async () => {
    const { screen, badge } = await show({ status: S.Error })
    expect(badge.querySelector('.kn-badge-mark')).not.toBeNull()
    await expect
      .element(screen.getByRole('button', { name: 'Failed: upload again' }))
      .toHaveAccessibleDescription(/^Processing failed, and the file is no longer stored/)
    await screen.unmount()
    const streamed = await show({ status: S.Error, streamingLink: '/s' })
    expect([streamed.badge.querySelector('.kn-badge-mark'), streamed.look[0]]).toEqual([null, 'incomplete'])
    await streamed.screen.unmount()
    // What it says and what can be pressed follow from the same.
    const kept = await show({ status: S.Error, videoStatus: V.Failed, fileDigest: 'd' })
    await expect
      .element(kept.screen.getByRole('button', { name: 'Failed: try again' }))
      .toHaveAccessibleDescription(/Try again/)
  })

  test('a failure tells its reason', async () => {
    const { screen } = await show({ status: S.Error, errorType: 'upload.unreadable' })
    await expect
      .element(screen.getByRole('button', { name: /^Failed/ }))
      .toHaveAccessibleDescription('The file couldn’t be read from disk. Check it, then resume.')
  })

  test('what only a newer server knows is said in general words, never as a key', async () => {
    const failed = await show({ status: S.Error, errorType: 'processing.of-a-newer-server' })
    await expect
      .element(failed.screen.getByRole('button', { name: /^Failed/ }))
      .toHaveAccessibleDescription(/^Processing failed/)
    await failed.screen.unmount()
    const stuck = {
      reason: 'stuck.of-a-newer-server',
      wayOut: 'retry',
      since: '2026-11-19T08:00:00',
    } as const
    const { screen } = await show({ status: S.Encoded, stuck })
    await expect
      .element(screen.getByRole('button', { name: 'Stuck: try again' }))
      .toHaveAccessibleDescription('No progress for too long. Try again.')
  })

  test('OPS-02 damaged captions don’t lead: what is under way beside them shows as it goes', async () => {
    const { badge, look } = await show({
      status: S.EncodingQueued,
      stuck: { reason: 'damaged.captions', wayOut: 'upload', since: '2026-11-19T08:00:00' },
      processing: { step: 'encode', fraction: 0.4 },
    })
    expect(badge).toHaveTextContent('Encoding')
    expect(look).toEqual(['NA', 'info', 40])
  })
})
