import { Readable } from 'node:stream'
import * as undici from 'undici'
import type { World } from '../kernel/world.ts'
import { encodeMultipart, type Pace, paced, type sendFormByNode } from './network.ts'

/** No proxy stands between a machine and itself. */
const itself = 'localhost,127.0.0.1,::1'

/** What it does, with a pace for files. */
export interface UndiciNetwork {
  fetch: typeof globalThis.fetch
  sendForm: typeof sendFormByNode
}

/** undici, which honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY, follows redirects and sends forms without copying them. */
export function openUndici(env: World['env']): UndiciNetwork {
  const noProxy = [env.NO_PROXY || env.no_proxy, itself].filter(Boolean).join(',')
  const dispatcher = new undici.EnvHttpProxyAgent({ connect: { timeout: 10_000 }, noProxy })
  const fetch = (url: string | URL | Request, init?: RequestInit) =>
    undici.fetch(url as string, { ...init, dispatcher } as Parameters<typeof undici.fetch>[1])
  return {
    fetch: fetch as unknown as typeof globalThis.fetch,
    async sendForm(url, { method, headers, signal }, parts, hold, pace?: Pace) {
      await hold
      const form = await encodeMultipart(parts)
      const answer = await undici.request(url, {
        method: method as 'POST',
        headers: { ...(headers as Record<string, string>), ...form.headers },
        body: (pace === undefined ? form.pieces : Readable.from(paced(form.pieces, pace))) as never,
        signal: signal ?? undefined,
        dispatcher,
      })
      const given = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      )
      return new undici.Response(isEmpty(answer.statusCode) ? null : await answer.body.text(), {
        status: answer.statusCode,
        headers: given,
      }) as unknown as Response
    },
  }
}

/** A Response of these has no body. */
const isEmpty = (status: number): boolean => status === 204 || status === 205 || status === 304
