import { KinoraError } from '@kinora/core'
import type { Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { parsePlaylist, withAddresses } from '../kernel/hls.ts'
import { respondWithBlob } from '../kernel/http/blob-response.ts'
import type { ServerEnv } from '../kernel/http/serve.ts'
import { assertOpen, createLiveOpener } from '../live/index.ts'
import { openStream, plays } from '../titles/index.ts'
import { createAddressOf, secondsLeft } from './addresses.ts'

type AssertWhole = (key: string) => Promise<void>

/** TITLE-33, LIVE-05, OPS-08: files of streams, by a link that opens all of one, or by an address that was signed for one file. */
export function mountStreams(app: Hono<ServerEnv>, deps: Deps, assertWhole: AssertWhole): void {
  const openLive = createLiveOpener(deps)
  app.get('/streams/:token/*', async c => {
    const [, , token = '', ...path] = c.req.path.split('/')
    const signature = c.req.query('signature')
    if (signature !== undefined) return answerSigned(c, { deps, assertWhole, signature })
    const live = await openLive(token, path.join('/'))
    if (live !== undefined && 'playlist' in live) return answerPlaylist(c, live.playlist)
    const { key, within } = live ?? { key: undefined }
    if (key !== undefined) {
      await assertWhole(key)
      return respondWithBlob(c, deps.blobs, { key, cache: 'private', within })
    }
    return answerStored(c, { deps, assertWhole, token, path: path.join('/') })
  })
}

interface StreamRequest {
  deps: Deps
  assertWhole: AssertWhole
}

/** TITLE-33: one file of a stored stream, as long as its link is good. */
async function answerStored(
  c: Context<ServerEnv>,
  { deps, assertWhole, token, path }: StreamRequest & { token: string; path: string },
): Promise<Response> {
  const grant = await openStream(deps, token)
  const closes = await assertOpen(deps, grant)
  const key = `${grant.key}/${path}`
  if (path.endsWith('/index.m3u8') && deps.settings.media !== undefined) {
    const ends = closes === undefined ? grant.exp : Math.min(grant.exp, Math.floor(closes / 1000))
    const named = await elsewhere(deps, key, ends)
    if (named !== undefined) return answerPlaylist(c, named)
  }
  await assertWhole(key)
  return respondWithBlob(c, deps.blobs, { key, cache: 'private' })
}

/** The stored playlist with the addresses of its bytes in the store or at the CDN. Throws `notFound`. */
async function elsewhere(deps: Deps, key: string, linkEnds: number): Promise<string | undefined> {
  if ((await deps.blobs.size(key)) === undefined) throw new KinoraError('notFound')
  const text = await new Response(await deps.blobs.read(key)).text()
  const addressOf = createAddressOf(deps, { duration: parsePlaylist(text).duration, linkEnds })
  const folder = key.slice(0, key.lastIndexOf('/'))
  return addressOf && withAddresses(text, path => addressOf(`${folder}/${path}`))
}

/** What a CDN fetches, or a browser where the CDN is this server: kept by anybody until its end, since nobody asks after it. */
async function answerSigned(
  c: Context<ServerEnv>,
  { deps, assertWhole, signature }: StreamRequest & { signature: string },
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url)
  const key = pathname.slice(1)
  const expires = c.req.query('expires') ?? ''
  // One spelling: of any other a cache would keep another copy.
  const isPlain = search === `?expires=${expires}&signature=${signature}` && !key.includes('%')
  const seconds = isPlain ? await secondsLeft(deps, { key, signature, expires }) : undefined
  if (seconds === undefined || !(await plays(deps.db, key))) throw new KinoraError('forbidden')
  await assertWhole(key)
  return respondWithBlob(c, deps.blobs, { key, cache: { seconds } })
}

const answerPlaylist = (c: Context<ServerEnv>, playlist: string): Response =>
  c.body(playlist, 200, { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'no-store' })
