import { titles } from '@kinora/core'
import { beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { fileSource } from '../../adapters/upload-files.ts'
import { KinoraRoot } from '../../session/kinora-root.tsx'
import { kinoraAs, platformUrl } from '../../testing/platform.tsx'
import { clipOf, newTitle } from '../../testing/uploads.ts'
import { type PlayedTitle, useTitlePlayer } from './use-title-player.ts'

beforeAll(async () => void (await platformUrl()))

function Stage({ title }: { title: PlayedTitle }) {
  const { state, play, videoProps } = useTitlePlayer(title)
  return (
    <>
      <video {...videoProps} aria-label="Stage" muted />
      <button type="button" onClick={() => play()}>
        {state}
      </button>
    </>
  )
}

test('TITLE-33 another title leaves the stream of the one before, and one that is still being opened', async () => {
  const kinora = await kinoraAs('provider')
  const tag = await newTitle(kinora, 'Filmed')
  const file = await clipOf(1)
  const source = fileSource(file, file.name, { digest: kinora.digest })
  await kinora.uploads.add([{ tag, role: 'video', tenantId: undefined, file: source }])
  const read = async () => (await kinora.session.send(titles.find, { titleTags: [tag] })).data[0]!
  await expect.poll(async () => (await read()).streamingLink).not.toBeNull()
  const title = await read()
  const stage = (tag: string) => (
    <KinoraRoot kinora={kinora}>
      <Stage title={{ ...title, tag }} />
    </KinoraRoot>
  )
  const screen = await render(stage(tag))
  const said = screen.getByRole('button')
  const isEmpty = () => screen.container.querySelector('video')!.getAttribute('src') === null
  await said.click()
  await expect.element(said).toHaveTextContent('playing')
  expect(isEmpty()).toBe(false)
  await screen.rerender(stage('another'))
  await expect.element(said).toHaveTextContent('idle')
  await expect.poll(isEmpty).toBe(true)

  let answer: (link: { streamingLink: string }) => void = () => undefined
  const answered = new Promise<{ streamingLink: string }>(resolve => {
    answer = resolve
  })
  const asked = vi.spyOn(kinora.session, 'send').mockReturnValueOnce(answered as never)
  await said.click()
  await expect.element(said).toHaveTextContent('opening')
  await screen.rerender(stage(tag))
  await expect.element(said).toHaveTextContent('idle')
  answer({ streamingLink: title.streamingLink! })
  await answered
  await expect.element(said).toHaveTextContent('idle')
  expect(isEmpty()).toBe(true)
  asked.mockRestore()
  await screen.unmount()
})
