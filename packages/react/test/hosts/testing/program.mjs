import { createSession, titles } from '@kinora/core'
import { createTestKinora } from '@kinora/react/testing'
import { setupServer } from 'msw/node'

/** What a host's tests do in Node: prints what its page was told. */
const tested = createTestKinora({ url: `${process.env.KINORA_URL}/`, demo: { password: 'Kinora-demo-1' } })
const network = setupServer(...tested.handlers)
network.listen({ onUnhandledRequest: 'error' })
const kept = new Map()
const store = {
  getItem: key => kept.get(key) ?? null,
  setItem: (key, value) => void kept.set(key, value),
  removeItem: key => void kept.delete(key),
}
const session = createSession({ baseUrl: tested.url, fetch: (...asked) => fetch(...asked), store })
await session.login({ email: 'provider@demo.kinora.test', password: 'Kinora-demo-1' })
const { tag, name } = await tested.have('published class')
const find = () => session.send(titles.find, { titleTags: [tag] })
tested.fail('titles.find', { status: 403, message: 'Not today.' }, { times: 1 })
const refused = await find().catch(error => error.detail ?? error.message)
const found = (await find()).data.map(({ className }) => className === name)
network.close()
console.log(JSON.stringify({ refused, found }))
