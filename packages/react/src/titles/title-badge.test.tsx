import { TitleStatus as S, type Title, VideoStatus as V } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { createFixture, renderSignedIn } from './testing/testing.tsx'
import { TitleBadge, type TitleBadgeProps } from './title-badge.tsx'

const plain: TitleBadgeProps['title'] = {
  status: S.Incomplete,
  videoStatus: null,
  streamingLink: null,
  errorType: null,
  processing: null,
  stuck: null,
}
const show = async (title: Partial<Title>, localUpload?: TitleBadgeProps['localUpload']) => {
  const { screen } = await renderSignedIn(
    createFixture(undefined),
    <TitleBadge title={{ ...plain, ...title }} localUpload={localUpload} />,
  )
  const badge = screen.container.querySelector('.kn-badge')!
  const ring = badge.querySelector('.kn-ring, [role=progressbar], svg') !== null
  return { screen, badge, look: [badge.textContent, badge.getAttribute('data-tone'), ring] }
}

describe('TITLE-31 E-5 the looks of the badges: word, tone, ring', () => {
  test.each<[string, Partial<Title>, TitleBadgeProps['localUpload'], unknown[]]>([
    ['1', { status: S.Published }, 'uploading', ['Upload', 'info', true]],
    ['2', { status: S.Published }, 'uploaded', ['Uploaded', 'info', false]],
    ['3', { status: S.Error, streamingLink: '/s' }, undefined, ['incomplete', 'warning', false]],
    ['4', { status: S.Error }, undefined, ['NA', 'negative', true]],
    ['5', { status: S.Published }, undefined, ['Published', 'positive', false]],
    ['6', { status: S.Unpublished }, undefined, ['Unpublished', 'negative', false]],
    ['7', { status: S.Completed }, undefined, ['Complete', 'info', false]],
    ['8', { status: S.EncodingQueued }, undefined, ['NA', 'info', true]],
    ['9', { status: S.NormalisationQueued }, undefined, ['NA', 'info', true]],
    ['10', { status: S.Uploading }, undefined, ['Upload', 'info', true]],
    ['10 by video', { videoStatus: V.Uploading }, undefined, ['Upload', 'info', true]],
    ['11', { status: S.Uploaded }, undefined, ['Uploaded', 'info', false]],
    ['11 by video', { videoStatus: V.Uploaded }, undefined, ['Uploaded', 'info', false]],
    ['12', { videoStatus: V.Normalizing }, undefined, ['NA', 'info', true]],
    ['12 normalised', { videoStatus: V.Normalized }, undefined, ['NA', 'info', true]],
    ['13', { status: S.Encoded }, undefined, ['NA', 'info', true]],
    ['13 by video', { videoStatus: V.Processing }, undefined, ['NA', 'info', true]],
    ['14', {}, undefined, ['incomplete', 'warning', false]],
    ['15', { status: 42 }, undefined, ['NA', 'warning', false]],
  ])('row %s', async (_, title, localUpload, look) => {
    expect((await show(title, localUpload)).look).toEqual(look)
  })
})

describe('live progress', () => {
  test.each([
    ['encode', 0.42, /42/],
    ['normalise', 0.07, /7/],
  ] as const)('%s tells its step and how far it is', async (step, fraction, words) => {
    const { screen } = await show({
      videoStatus: V.Processing,
      processing: { step, fraction } as Title['processing'],
    })
    await expect.element(screen.getByRole('button', { name: 'NA' })).toHaveAccessibleDescription(words)
  })

  test('VIDEO-12 a failed title without a stream shows the sign of a failure, and says that it failed', async () => {
    const { screen, badge } = await show({ status: S.Error })
    expect(badge.querySelector('.kn-badge-mark')).not.toBeNull()
    await expect
      .element(screen.getByRole('button', { name: 'NA' }))
      .toHaveAccessibleDescription(/^Processing failed/)
    await screen.unmount()
    const streamed = await show({ status: S.Error, streamingLink: '/s' })
    expect([streamed.badge.querySelector('.kn-badge-mark'), streamed.badge.textContent]).toEqual([
      null,
      'incomplete',
    ])
  })

  test('a failure tells its reason', async () => {
    const { screen } = await show({ status: S.Error, errorType: 'upload.unreadable' })
    await expect
      .element(screen.getByRole('button', { name: 'NA' }))
      .toHaveAccessibleDescription('The file couldn’t be read from disk. Check it, then resume.')
  })

  test('what only a newer server knows is said in general words, never as a key', async () => {
    const failed = await show({ status: S.Error, errorType: 'processing.of-a-newer-server' })
    await expect
      .element(failed.screen.getByRole('button', { name: 'NA' }))
      .toHaveAccessibleDescription(/^Processing failed/)
    await failed.screen.unmount()
    const stuck = {
      reason: 'stuck.of-a-newer-server',
      wayOut: 'retry',
      since: '2026-11-19T08:00:00',
    } as const
    const { screen } = await show({ status: S.Encoded, stuck })
    await expect
      .element(screen.getByRole('button', { name: 'NA' }))
      .toHaveAccessibleDescription('No progress for too long. Try again.')
  })
})
