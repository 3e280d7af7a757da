/**
 * The server behind a small site for members, as `siteServer('/site-api')` asks it (docs/embedding.md): it keeps the keys of the site,
 * gives pages a token that only reads, asks for links that play, and hands in what was watched. Who is signed in is for the site to
 * say; here it is the member that the header names, or else MEMBER.
 *
 *   KINORA_URL=http://127.0.0.1:4700 KINORA_ACCESS_KEY=… KINORA_SITE_SECRET=… MEMBER=pulsehouse-001 node server.mjs
 */
import { createServer } from 'node:http'

const { KINORA_URL, KINORA_ACCESS_KEY: accessKey, KINORA_SITE_SECRET: secretKey } = process.env
const { MEMBER, PORT = '4801' } = process.env

async function ask(path, { body, token } = {}) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const given = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(KINORA_URL + path, { headers, ...given })
  return { status: answer.status, found: await answer.json() }
}
const signIn = readOnly => ask('/api/v1/tenant/token', { body: { accessKey, secretKey, readOnly } })

const calls = {
  token: async () => {
    const { status, found } = await signIn(true)
    return { status, found: status === 200 ? { token: found.token } : found }
  },
  async play({ rest, userId }) {
    const { found } = await signIn(false)
    const member = userId === undefined ? '' : `?userId=${encodeURIComponent(userId)}`
    return ask(`/api/v1/site/titles/${rest}/streaminglink${member}`, found)
  },
  async plays({ body, userId }) {
    if (body?.userId !== userId) return { status: 403, found: { code: 'forbidden' } }
    const { found } = await signIn(false)
    const { tag, isEvent, ...play } = body
    const of = isEvent ? { eventId: tag } : { titleTag: tag }
    return ask('/api/v1/site/plays', { token: found.token, body: { plays: [{ ...play, ...of }] } })
  },
}

/** What the page is told of a refusal: its code, and what it names. */
function toRefusal({ code, issues: [issue] = [] }) {
  if (issue === undefined) return { code }
  return { code: issue.code === 'siteContent.locked' ? 'locked' : issue.code, ...issue.params }
}

async function answer(request, response) {
  const [, name, rest] = /^\/site-api\/(token|plays|play)(?:\/([^/?]+))?$/.exec(request.url) ?? []
  if (name === undefined) return response.writeHead(404).end('{}')
  let text = ''
  for await (const piece of request) text += piece
  const userId = request.headers['x-member'] ?? MEMBER
  const { status, found } = await calls[name]({
    rest,
    userId,
    body: text === '' ? undefined : JSON.parse(text),
  })
  const body = status < 400 ? found : toRefusal(found)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

// What isn't JSON, or a Kinora that is away, ends no server.
const server = createServer((request, response) => {
  answer(request, response).catch(() => response.writeHead(502).end('{}'))
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
