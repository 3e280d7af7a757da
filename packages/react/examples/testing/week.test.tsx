// @vitest-environment jsdom
import { events, titles } from '@kinora/core'
import { createKinora, type Kinora } from '@kinora/react'
import { createTestKinora } from '@kinora/react/testing'
import { setupServer } from 'msw/node'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { Week } from './week.tsx'

const kinora = createTestKinora(inject('kinora'))
const network = setupServer(...kinora.handlers)
let root: Root | undefined

beforeAll(() => network.listen())
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
  kinora.reset()
})
afterAll(() => network.close())

/** The day so many days from now. */
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10)

function show(signedIn: Kinora) {
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(<Week kinora={signedIn} from={day(30)} to={day(36)} />)
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

describe('a host’s page on the real platform', () => {
  test('PKG-07 shows a class that the test asked for, and cancels it', async () => {
    const { account, title } = await kinora.have('weekly class')
    show(await kinora.signIn(account))
    await expect.poll(() => document.body.textContent).toContain(`${title} 09:00`)
    button(`Cancel ${title}`)!.click()
    await expect.poll(() => document.body.textContent).toContain(`${title} is cancelled`)
  })

  test('PKG-07 says so where the server refuses, and goes on once it answers', async () => {
    const signedIn = await kinora.signIn('tenant')
    kinora.fail('events.calendar', { status: 403, message: 'Not today.' })
    show(signedIn)
    await expect.poll(() => document.querySelector('[role=alert]')?.textContent).toBe('Not today.')
    kinora.reset()
    await signedIn.queries.invalidateQueries()
    await expect.poll(() => document.body.textContent).toContain('Lunch ride')
  })

  test('PKG-07 a Kinora that knows nothing of tests is answered through msw', async () => {
    const { tag, name } = await kinora.have('published class')
    const own = createKinora({ baseUrl: kinora.url })
    await own.session.start()
    await own.session.login({ email: 'provider@demo.kinora.test', password: 'Kinora-demo-1' })
    const find = () => own.session.send(titles.find, { titleTags: [tag] })
    expect((await find()).data.map(({ className }) => className)).toEqual([name])
    kinora.fail('titles.find', { status: 403, message: 'Not today.' }, { times: 1 })
    await expect(find()).rejects.toThrow('Not today.')
    expect((await find()).data).toHaveLength(1)
  })

  test('PKG-07 every fixture is what its name says', async () => {
    const { account, tenant } = await kinora.have('empty tenant')
    const support = await kinora.signIn(account)
    support.session.chooseTenant(tenant)
    const scheduled = await support.session.send(events.list, { ...tenant, page: 1, take: 50 })
    expect(scheduled.data).toEqual([])
    for (const name of ['failed title', 'incomplete title', 'title in work'] as const)
      expect((await kinora.have(name)).tag).toMatch(/\w/)
  })

  test('PKG-07 a network that doesn’t reach the server is an error like any other, and an answer may never come', async () => {
    const { session } = await kinora.signIn('provider')
    kinora.fail('titles.search', 'unreachable')
    await expect(session.send(titles.search, { page: 1, take: 1 })).rejects.toMatchObject({ code: 'offline' })
    kinora.fail('titles.search', 'never')
    const giveUp = new AbortController()
    const waiting = session.send(titles.search, { page: 1, take: 1 }, { signal: giveUp.signal })
    giveUp.abort()
    await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  })
})
