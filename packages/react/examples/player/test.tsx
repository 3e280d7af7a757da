import { siteContent, tenants, titles } from '@kinora/core'
import { createViewer, type Play } from '@kinora/react/viewer'
import { beforeAll, describe, expect, test } from 'vitest'
import { render } from 'vitest-browser-react/pure'
import { fileSource } from '../../src/adapters/upload-files.ts'
import { kinoraAs, platformUrl } from '../../src/testing/platform.tsx'
import { clipOf, newTitle } from '../../src/testing/uploads.ts'
import { findSerious } from '../../src/ui/testing.tsx'
import CompoundPlayer from './compound.tsx'
import HookPlayer from './hook.tsx'
import MembersPlayer from './members.tsx'
import ReadyMadePlayer from './ready-made.tsx'

type Screen = Awaited<ReturnType<typeof render>>

/** A title whose video the platform has processed. */
async function filmed() {
  const kinora = await kinoraAs('provider')
  const tag = await newTitle(kinora, 'Filmed')
  const file = await clipOf(1)
  await kinora.uploads.add([
    { tag, role: 'video', tenantId: undefined, file: fileSource(file, file.name, { digest: kinora.digest }) },
  ])
  const read = async () => (await kinora.session.send(titles.find, { titleTags: [tag] })).data[0]!
  await expect.poll(async () => (await read()).streamingLink).not.toBeNull()
  return { kinora, title: await read() }
}
let filming: ReturnType<typeof filmed> | undefined
/** The same one for each test. */
const film = () => {
  filming ??= filmed()
  return filming
}

beforeAll(async () => void (await platformUrl()))

const part = (screen: Screen) => screen.container.querySelector<HTMLElement>('[data-kn-part="player"]')
const video = (screen: Screen) => screen.container.querySelector('video')

describe('EMBED-02, TITLE-33 the player of a title in three depths', () => {
  test('ready-made: the host learns of each second that is seen', async () => {
    const { kinora, title } = await film()
    const screen = await render(<ReadyMadePlayer kinora={kinora} tag={title.tag} />)
    const start = screen.getByRole('button', { name: /^Play / })
    await expect.element(start).toBeVisible()
    expect([part(screen)!.classList.contains('studio-player'), part(screen)!.dataset.state]).toEqual([
      true,
      'ready',
    ])
    expect(await findSerious(screen.container)).toEqual([])
    await start.click()
    await expect.element(screen.getByText(/^[1-9]\d* seconds seen$/)).toBeVisible()
    expect(part(screen)!.dataset.playing).toBe('')
    expect(document.activeElement).toBe(video(screen))
  })

  test('ready-made: without a video, what the host says stands there', async () => {
    const kinora = await kinoraAs('provider')
    const tag = await newTitle(kinora, 'Not filmed yet')
    const screen = await render(<ReadyMadePlayer kinora={kinora} tag={tag} />)
    await expect.element(screen.getByText('We are still filming.')).toBeVisible()
    expect(part(screen)!.dataset.state).toBe('empty')
  })

  test('compound: buttons of the host begin at a second and jump', async () => {
    const { kinora, title } = await film()
    const screen = await render(<CompoundPlayer kinora={kinora} tag={title.tag} />)
    const intro = screen.getByRole('button', { name: 'After the intro' })
    await intro.click()
    await expect.poll(() => video(screen)!.currentTime).toBeGreaterThanOrEqual(2)
    await screen.getByRole('button', { name: 'From the start' }).click()
    await expect.poll(() => video(screen)!.currentTime).toBeLessThan(2)
    await expect.element(screen.getByRole('button', { name: /^Play / })).not.toBeInTheDocument()
    expect(await findSerious(screen.container)).toEqual([])
  })

  test('hook: a video element of the host', async () => {
    const { kinora, title } = await film()
    const screen = await render(<HookPlayer kinora={kinora} tag={title.tag} />)
    await screen.getByRole('button', { name: 'Play the preview' }).click()
    await expect.poll(() => video(screen)!.currentTime).toBeGreaterThan(0)
    expect(await findSerious(screen.container)).toEqual([])
  })
})

/** What members of a tenant of the demo see, of whose classes the first has the video; its plays come here. */
async function siteViewer() {
  const { send } = (await kinoraAs('admin')).session
  const id = 'pulsehouse'
  const { accessKey, secretKey } =
    (await send(tenants.keys, { id })).keys ?? (await send(tenants.generateKeys, { id })).keys!
  const { token } = await send(tenants.token, { accessKey, secretKey, readOnly: true })
  const plays: Play[] = []
  const { kinora, title } = await film()
  const { tag, providerId, tenantId } = title
  const tenant = tenantId ?? providerId ?? ''
  const viewer = createViewer({
    baseUrl: await platformUrl(),
    getToken: () => token,
    async getLink(wanted) {
      const of = wanted.tag === 'no-such-class' ? wanted.tag : tag
      const { streamingLink } = await kinora.session.send(titles.streamingLink, { tenant, tag: of })
      return { streamingLink, startsAt: null }
    },
    sendPlay: async play => void plays.push(play),
  })
  return { viewer, plays }
}

describe('EMBED-04 the player of members without its markup', () => {
  test('a class plays in an element of the host, says why where it can’t, and its play is counted', async () => {
    const { viewer, plays } = await siteViewer()
    const { data } = await viewer.send(siteContent.titles, {})
    const { tag, className } = data[0]!
    const screen = await render(<MembersPlayer {...{ viewer, tag }} userId="m-7" />)
    await expect.element(screen.getByRole('figure')).toMatchTextContent(className)
    expect(await findSerious(screen.container)).toEqual([])
    await screen.getByRole('button', { name: 'Begin the class' }).click()
    await expect.poll(() => video(screen)!.currentTime).toBeGreaterThan(2.5)
    await screen.unmount()
    await expect.poll(() => plays.map(play => [play.tag, play.userId])).toEqual([[tag, 'm-7']])

    const none = await render(<MembersPlayer {...{ viewer }} tag="no-such-class" userId="m-7" />)
    await none.getByRole('button', { name: 'Begin the class' }).click()
    await expect.element(none.getByRole('status')).toMatchTextContent(/\w+/)
  })
})
