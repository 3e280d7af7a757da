import { createHash } from 'node:crypto'
import { limits } from '@kinora/core'
import * as z from 'zod'
import type { HostAnswer, HostedMedia, HostedSite, VideoHostPort } from '../ports/services.ts'

const API = 'https://api.jwplayer.com'
const CDN = 'https://cdn.jwplayer.com'
/** Milliseconds for an answer. */
const DEADLINE = 15_000
/** Seconds until it takes calls again where it doesn't say: it counts 60 in a minute. */
const MINUTE = 60

const Media = z
  .object({
    id: z.string().regex(/^[\w-]{1,64}$/),
    status: z.string(),
    error_message: z.string().nullish(),
    metadata: z.object({ tags: z.array(z.string()).nullish() }).nullish(),
  })
  .transform(({ id: mediaId, status, error_message, metadata }) => ({
    mediaId,
    status: toStatus(status),
    detail: error_message ?? '',
    tags: metadata?.tags ?? [],
  }))
const MediaList = z.object({ media: z.array(Media) })
const Failure = z.object({
  errors: z.array(z.object({ description: z.string().nullish(), code: z.string().nullish() })),
})

/** What is neither ready nor failed is on its way, however JW Player calls it: `created`, `processing`, `updating`. */
const toStatus = (status: string): HostedMedia['status'] =>
  status === 'ready' || status === 'failed' ? status : 'processing'

/** C-139, decision 0149: JW Player’s management API v2 and signed manifests, by its public reference; `url` is where both are instead. */
export function createJwPlayer(url: string | undefined): VideoHostPort {
  const base = url?.replace(/\/$/, '')
  const call = createCall(base ?? API)
  const media = (mediaId = '') => (mediaId === '' ? 'media/' : `media/${encodeURIComponent(mediaId)}/`)
  return {
    address: base ?? API,
    create: (site, { name, title, url: download_url }, signal) =>
      call(
        site,
        { method: 'POST', path: media(), signal, read: Media.parse },
        {
          upload: { method: 'fetch', download_url },
          metadata: { title: title.slice(0, limits.text), tags: [name] },
        },
      ),
    async find(site, name, signal) {
      const path = `${media()}?${new URLSearchParams({ q: `tags:${name}`, page_length: '10' })}`
      const answer = await call(site, { method: 'GET', path, signal, read: MediaList.parse })
      if (answer.kind !== 'done') return answer
      return { kind: 'done', value: answer.value.media.find(({ tags }) => tags.includes(name)) }
    },
    read: (site, mediaId, signal) =>
      orMissing(call(site, { method: 'GET', path: media(mediaId), signal, read: Media.parse })),
    async remove(site, mediaId, signal) {
      const answer = await orMissing(
        call(site, { method: 'DELETE', path: media(mediaId), signal, read: () => undefined }),
      )
      return answer
    },
    streamOf({ signingSecret }, mediaId, expires) {
      const path = `manifests/${mediaId}.m3u8`
      const signature = createHash('md5').update(`${path}:${expires}:${signingSecret}`).digest('hex')
      return `${base ?? CDN}/${path}?exp=${expires}&sig=${signature}`
    },
  }
}

/** Of a call about one video 404 says that the video isn't there. */
const orMissing = async <T>(asked: Promise<HostAnswer<T>>): Promise<HostAnswer<T | undefined>> => {
  const answer = await asked
  return answer.kind === 'siteUnknown' ? { kind: 'done', value: undefined } : answer
}

interface Call<T> {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the site. */
  path: string
  signal: AbortSignal
  read(body: unknown): T
}

function createCall(base: string) {
  return async <T>(
    { siteId, secret }: HostedSite,
    { method, path, signal, read }: Call<T>,
    body?: object,
  ): Promise<HostAnswer<T>> => {
    const address = `${base}/v2/sites/${encodeURIComponent(siteId)}/${path}`
    try {
      const response = await fetch(address, {
        method,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE)]),
        headers: {
          authorization: `Bearer ${secret}`,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) return toRefusal(response, text)
      return { kind: 'done', value: read(text === '' ? undefined : JSON.parse(text)) }
    } catch (error) {
      signal.throwIfAborted()
      return { kind: 'unreachable', detail: error instanceof z.ZodError ? 'answer not understood' : '' }
    }
  }
}

function toRefusal({ status, headers }: Response, text: string): HostAnswer<never> {
  const detail = wordsOf(text)
  if (status === 401 || status === 403) return { kind: 'refused', detail }
  if (status === 404) return { kind: 'siteUnknown', detail }
  if (status === 429) return { kind: 'busy', detail, retryAfter: toSeconds(headers.get('retry-after')) }
  if (status >= 400 && status < 500) return { kind: 'invalid', detail }
  return { kind: 'unreachable', detail: detail || `HTTP ${status}` }
}

function toSeconds(given: string | null): number {
  const seconds = Number(given)
  return given !== null && Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3600) : MINUTE
}

function wordsOf(text: string): string {
  try {
    const { errors } = Failure.parse(JSON.parse(text))
    const words = errors.map(({ description, code }) => description ?? code ?? '').filter(Boolean)
    return words.join(' ').slice(0, limits.text)
  } catch {
    return ''
  }
}
