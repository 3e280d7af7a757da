import type { IncomingMessage } from 'node:http'

/** Bytes of a refused body that are read and dropped at most. */
const MAX_DROPPED = 67_108_864
/** Milliseconds in which a client that still sends can read why it was refused. */
const MAX_WAIT = 30_000
/** Milliseconds without a byte after which a client has stopped sending: it has read why, or never will. A phone that changes its network pauses for some seconds. */
const MAX_QUIET = 10_000

/**
 * The answer to a request that was refused before its body had come. It is complete for whoever reads it and says that the
 * connection ends with it, since what still comes would be taken for the next request. The connection ends only once the body
 * has come, or its client has gone or stopped: ended at once it would be reset, and a client that still sends would lose the answer.
 */
export async function withRefusedBody(response: Response, incoming: IncomingMessage): Promise<Response> {
  if (response.status < 400 || incoming.complete) return response
  const body = new Uint8Array(await response.arrayBuffer())
  const headers = new Headers(response.headers)
  headers.set('connection', 'close')
  headers.set('content-length', String(body.byteLength))
  const answer = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(body)
      await dropRest(incoming)
      controller.close()
    },
  })
  return new Response(answer, { status: response.status, headers })
}

/** Takes what still comes, up to the limits; whoever read it before has given up and would only hold it. */
function dropRest(incoming: IncomingMessage): Promise<void> {
  return new Promise(resolve => {
    if (incoming.destroyed || incoming.readableEnded) return resolve()
    let dropped = 0
    const done = () => {
      clearTimeout(wait)
      clearTimeout(quiet)
      resolve()
    }
    const wait = setTimeout(done, MAX_WAIT)
    const quiet = setTimeout(done, MAX_QUIET)
    incoming.removeAllListeners('data')
    incoming.on('data', (piece: Buffer) => {
      quiet.refresh()
      dropped += piece.byteLength
      if (dropped > MAX_DROPPED) done()
    })
    for (const event of ['end', 'error', 'close']) incoming.once(event, done)
    incoming.resume()
  })
}
