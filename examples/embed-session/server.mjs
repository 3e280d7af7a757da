/**
 * The part of a host’s server that its pages get their token from: `getToken` of docs/embedding.md asks it. Who is signed in is the
 * host’s to say; here it is the person that the header names, or else HOST_USER, so that a page can be tried without a sign-in.
 *
 *   KINORA_URL=http://127.0.0.1:4700 KINORA_API_KEY=kn_live_… HOST_USER=u-17 PORT=4800 node server.mjs
 */
import { createServer } from 'node:http'

const { KINORA_URL, KINORA_API_KEY, HOST_USER, PORT = '4800' } = process.env

const server = createServer(async (request, response) => {
  const id = request.headers['x-user'] ?? HOST_USER
  if (request.url !== '/kinora-token') return response.writeHead(404).end()
  if (id === undefined) return response.writeHead(401).end()
  const answer = await fetch(`${KINORA_URL}/api/v1/embed/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KINORA_API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ user: { id, name: id }, rights: ['titles', 'upload'], titles: { own: true } }),
  })
  const { token, message } = await answer.json()
  response.writeHead(answer.status, { 'content-type': 'text/plain' }).end(token ?? message)
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
