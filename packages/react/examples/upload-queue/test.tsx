import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { clipOf, newTitle } from '../../src/testing/uploads.ts'
import { findSerious } from '../../src/ui/testing.tsx'
import UploadQueueExample from './index.tsx'

beforeAll(async () => void (await platformUrl()))

const open = async () => {
  const kinora = await kinoraAs('provider')
  const tag = await newTitle(kinora, 'Example upload')
  return { kinora, screen: await render(<UploadQueueExample kinora={kinora} tag={tag} />) }
}

describe('UPLOAD-01 example: the upload queue', () => {
  test('a chosen video is sent', async () => {
    const { kinora, screen } = await open()
    await screen.getByLabelText('Video').upload(await clipOf(1))
    await expect
      .element(screen.getByRole('region', { name: 'Uploads' }))
      .toMatchTextContent('Morning flow.mp4')
    await expect.poll(() => kinora.uploads.getSnapshot().items[0]?.state.kind).toMatch(/processing|complete/)
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('UPLOAD-26 a wrong file is refused in words', async () => {
    const { screen } = await open()
    await screen.getByLabelText('Video').upload(new File(['not a video'], 'notes.mp4', { type: 'video/mp4' }))
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/\w+/)
  })
})
