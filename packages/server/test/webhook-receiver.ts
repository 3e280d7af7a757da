import { appendFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * A receiver as somebody else writes one, with the public library alone. It fails at random, never one event twice, and notes what it
 * takes before it says so: one that is killed in between gets the event again.
 */
const [port, secret = '', file = ''] = process.argv.slice(2)
const verifier = new Webhook(secret)
const failed = new Set<string>()

const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  const event = verifier.verify(body, request.headers as Record<string, string>) as {
    id: string
    type: string
    data: { titleTag: string; version: number }
  }
  if (Math.random() < 0.05 && !failed.has(event.id)) {
    failed.add(event.id)
    return response.writeHead(500).end()
  }
  const { titleTag, version } = event.data
  appendFileSync(file, `${event.id} ${titleTag} ${version}\n`)
  response.writeHead(204).end()
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening on ${typeof address === 'object' && address ? address.port : ''}\n`)
})
