import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

/**
 * A receiver as somebody else writes one, with the public library alone. By lot it refuses, breaks the connection, takes its time, or
 * never answers, each event once, also over its own death; what it takes is noted before it says so, so that one that is killed or cut off in between gets it
 * again. At `/hangs` it never answers anybody.
 */
const [port, secret = '', file = '', seed = ''] = process.argv.slice(2)
const verifier = new Webhook(secret)

interface Told {
  id: string
  data: { titleTag: string; version: number }
}

/** Of a thousand events: the rest is simply taken. */
const faults = [
  ['refused', 40],
  ['reset', 20],
  ['cut', 20],
  ['slow', 20],
  ['hung', 2],
] as const

/** The same for an event in every run with a seed. */
function drawn(id: string): (typeof faults)[number][0] | undefined {
  let lot = createHash('sha256').update(`${seed} ${id}`).digest().readUInt32BE() % 1000
  for (const [fault, share] of faults) {
    if (lot < share) return fault
    lot -= share
  }
  return undefined
}

const note = (what: string, { id, data }: Told): void =>
  appendFileSync(file, `${what} ${id} ${data.titleTag} ${data.version}\n`)
const notes = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
const failed = new Set(notes.filter(line => !line.startsWith('held')).map(line => line.split(' ')[1]))

/** Who is slow answers once so many others have asked. */
const held: { from: number; go: () => void }[] = []
let asked = 0

const server = createServer(async (request, response) => {
  asked += 1
  while (held[0] !== undefined && held[0].from <= asked) held.shift()!.go()
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  if (request.url === '/hangs') return note('held', JSON.parse(body))
  let event: Told
  try {
    event = verifier.verify(body, request.headers as Record<string, string>) as Told
  } catch {
    note('forged', JSON.parse(body))
    return response.writeHead(401).end()
  }
  const fault = failed.has(event.id) ? undefined : drawn(event.id)
  failed.add(event.id)
  if (fault !== undefined) note(fault, event)
  if (fault === 'hung') return
  if (fault === 'refused') return response.writeHead(503).end()
  if (fault === 'reset') return request.socket.resetAndDestroy()
  if (fault === 'slow') await new Promise<void>(go => held.push({ from: asked + 3, go }))
  note('taken', event)
  if (fault === 'cut') return request.socket.resetAndDestroy()
  response.writeHead(204).end()
})
server.listen(Number(port), '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`listening on ${typeof address === 'object' && address ? address.port : ''}\n`)
})
