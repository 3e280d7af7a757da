import type { Server as HttpServer, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { KinoraError } from '@kinora/core'
import type { Incoming } from '../kernel/http/form.ts'
import { piecesOf } from './incoming.ts'
import { withRefusedBody } from './refused-body.ts'
import { answerStarting } from './starting.ts'

export interface Listening {
  url: string
  /** Calls are answered with 503 until there is something to answer them. */
  answer(fetch: (request: Request, env: Incoming) => Response | Promise<Response>): void
  /** Takes no more calls, lets those in hand end, and cuts what is left after the grace. */
  close(graceMilliseconds: number): Promise<void>
}

/** Bytes of address and headers: as many tags as `titles.find` takes are twice what Node allows (API-12). */
const MAX_HEADERS = 65_536

/** Takes the port before anything slow is started, so that a taken one is known at once. */
export async function listen({ host, port }: { host: string; port: number }): Promise<Listening> {
  let fetch = (request: Request, _env: Incoming): Response | Promise<Response> => answerStarting(request)
  const server = createAdaptorServer({
    fetch: async (request, env) =>
      withRefusedBody(await fetch(request, withPieces(env)), (env as HttpBindings).incoming),
    serverOptions: { maxHeaderSize: MAX_HEADERS },
  }) as HttpServer
  await new Promise<void>((resolve, reject) => {
    server.once('error', error => reject(explain(error, { host, port })))
    server.listen(port, host, resolve)
  })
  const name = host.includes(':') ? `[${host}]` : host
  return {
    url: `http://${name}:${(server.address() as AddressInfo).port}`,
    answer(next) {
      fetch = next
    },
    close: grace => close(server, grace),
  }
}

const withPieces = (env: object): Incoming => ({
  ...env,
  pieces: () => piecesOf((env as { incoming: IncomingMessage }).incoming),
})

function close(server: HttpServer, grace: number): Promise<void> {
  return new Promise(resolve => {
    const cut = setTimeout(() => server.closeAllConnections(), grace)
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    server.closeIdleConnections()
  })
}

function explain(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  const details: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is already in use. Stop the other program, or choose another port with PORT.`,
    EACCES: `Port ${port} on ${host} may not be used by this account. Choose a port above 1023 with PORT.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Correct HOST.`,
    ENOTFOUND: `${host} is not an address of this machine. Correct HOST.`,
  }
  const detail = details[error.code ?? '']
  return detail === undefined ? error : new KinoraError('conflict', { detail, cause: error })
}
