import { titles } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react/pure'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { clipOf, newTitle } from '../../src/testing/uploads.ts'
import { findSerious } from '../../src/ui/testing.tsx'
import CompoundUpload from './compound.tsx'
import HookUpload from './hook.tsx'
import ReadyMadeUpload from './ready-made.tsx'

beforeAll(async () => void (await platformUrl()))

type Screen = Awaited<ReturnType<typeof render>>

const part = (screen: Screen, name: string) => {
  const element = screen.container.querySelector<HTMLElement>(`[data-kn-part="${name}"]`)
  return element && { classes: [...element.classList], state: element.dataset.state }
}
const choose = async (screen: Screen, ...files: File[]) => {
  await expect.element(screen.getByRole('button', { name: /^Choose file/ })).toBeVisible()
  await userEvent.upload(screen.container.querySelector<HTMLInputElement>('input[type=file]')!, files)
}
const drop = (screen: Screen, ...files: File[]) => {
  const dataTransfer = new DataTransfer()
  for (const file of files) dataTransfer.items.add(file)
  const place = screen.container.querySelector('.kn-drop')!
  place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
}
const notVideo = () => new File(['not a video'], 'notes.mp4', { type: 'video/mp4' })

describe('EMBED-02, UPLOAD-01 uploads in three depths', () => {
  test('ready-made: a file becomes a title that the host learns of, and the tray has the host’s name and class', async () => {
    const kinora = await kinoraAs('provider')
    const screen = await render(<ReadyMadeUpload kinora={kinora} />)
    await choose(screen, await clipOf(1, 'Evening flow.mp4'))
    await expect.element(screen.getByText(/^Evening flow\.mp4 is title /)).toBeVisible()
    const [tag] = kinora.uploads.getSnapshot().items.map(item => item.tag)
    const made = await kinora.session.send(titles.find, { titleTags: [tag!] })
    expect(made.data.map(({ className }) => className)).toEqual(['Evening flow'])
    const tray = screen.getByRole('region', { name: 'Classes on their way' })
    await expect.element(tray).toMatchTextContent('Evening flow.mp4')
    expect(part(screen, 'upload-tray')).toEqual({ classes: ['kn-tray', 'studio-tray'], state: 'ready' })
    await expect.element(screen.getByText('1 file added')).not.toBeInTheDocument()
    await expect.element(screen.getByText('MP4, landscape, five at most')).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('UPLOAD-26 ready-made: a file that is none is refused in words, and nothing is made of it', async () => {
    const kinora = await kinoraAs('provider')
    const screen = await render(<ReadyMadeUpload kinora={kinora} />)
    await choose(screen, notVideo())
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/^Not uploadednotes\.mp4: \w+/)
    expect(part(screen, 'upload-drop')?.state).toBe('failed')
    expect(kinora.uploads.getSnapshot().items).toEqual([])
  })

  test('compound: the file of one title, and a queue in the page with a button and rows of the host', async () => {
    const kinora = await kinoraAs('provider')
    const tag = await newTitle(kinora, 'Recorded again')
    const screen = await render(<CompoundUpload kinora={kinora} tag={tag} />)
    await expect.element(screen.getByText('Drop the new recording here')).toBeVisible()
    expect(part(screen, 'upload-queue')?.state).toBe('empty')
    drop(screen, await clipOf(1), await clipOf(1, 'Second.mp4'))
    await expect
      .element(screen.getByRole('alert'))
      .toMatchTextContent('Only one file goes here. Drop a single file.')
    await screen.getByRole('button', { name: 'Upload the first' }).click()
    await expect.element(screen.getByRole('button', { name: 'Cancel Morning flow.mp4' })).toBeVisible()
    expect(kinora.uploads.getSnapshot().items.map(item => item.tag)).toEqual([tag])
    await expect.element(screen.getByRole('button', { name: 'Pause all' })).toBeVisible()
    expect(await findSerious(screen.container)).toEqual([])
    await expect.element(screen.getByText('Morning flow.mp4 is done')).toBeVisible()
    expect(part(screen, 'upload-queue')).toEqual({
      classes: ['kn-upload-queue', 'studio-queue'],
      state: 'ready',
    })
  })

  test('hook: an input and a list of the host’s own', async () => {
    const kinora = await kinoraAs('provider')
    const screen = await render(<HookUpload kinora={kinora} />)
    const input = screen.getByLabelText('Videos')
    await input.upload(notVideo())
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/^notes\.mp4: \w+/)
    await input.upload(await clipOf(1))
    await expect
      .element(screen.getByRole('listitem').filter({ hasText: /Morning flow\.mp4: \w+/ }))
      .toBeVisible()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('')
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Remove Morning flow.mp4' }).click()
    await expect.element(screen.getByRole('button', { name: /^Remove/ })).not.toBeInTheDocument()
  })
})
