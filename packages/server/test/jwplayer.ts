import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Media {
  id: string
  status: 'processing' | 'ready' | 'failed'
  error_message: string | null
  metadata: { title: string; tags: string[] }
  source: string
  bytes: number
}

type Fault = { status: number; headers?: Record<string, string>; words?: string } | 'lost' | 'silent'

export interface JwPlayer {
  url: string
  media: Map<string, Media>
  /** Methods and paths of calls, in their order. */
  calls: string[]
  /** What becomes of the next calls, one after the other. */
  faults: Fault[]
  /** What was made can be found. */
  isSearchable: boolean
  /** What becomes of what it fetched. */
  outcome: Media['status']
  close(): Promise<void>
}

/**
 * A stand-in for JW Player, written from its public reference of the management API v2 (bearer secret, `POST /v2/sites/{id}/media/` with
 * `upload.method: fetch`, `q=tags:…`, errors as `errors: [{description}]`) and of signed manifests. `fetchFile` is how it gets at files.
 */
export async function startJwPlayer(
  { siteId, secret, signingSecret }: { siteId: string; secret: string; signingSecret: string },
  fetchFile: (url: string) => Promise<Response>,
): Promise<JwPlayer> {
  const jw: Omit<JwPlayer, 'url' | 'close'> = {
    ...{ media: new Map(), calls: [], faults: [], isSearchable: true, outcome: 'ready' },
  }
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    answer(request, response).catch(() => response.destroy())
  })
  const say = (response: ServerResponse, status: number, body?: object, headers = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body === undefined ? '' : JSON.stringify(body))
  }
  const fail = (response: ServerResponse, status: number, words: string, headers = {}) =>
    say(response, status, { errors: [{ code: 'error', description: words }] }, headers)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://jw')
    const [, version, sites, site, kind, id = ''] = url.pathname.split('/')
    if (version === 'manifests') return manifest(url, response)
    jw.calls.push(`${request.method} ${id === '' ? 'media' : 'media/ID'}`)
    const fault = jw.faults.shift()
    if (fault === 'silent') return
    if (fault !== undefined && fault !== 'lost')
      return fail(response, fault.status, fault.words ?? 'no', fault.headers)
    if (request.headers.authorization !== `Bearer ${secret}`) return fail(response, 403, 'Not authorized.')
    if (version !== 'v2' || sites !== 'sites' || site !== siteId || kind !== 'media')
      return fail(response, 404, 'Site not found.')
    if (request.method === 'POST') {
      const made = await make(JSON.parse(await textOf(request)))
      if (fault === 'lost') return void response.destroy()
      return say(response, 201, made)
    }
    if (id === '') {
      const tag = url.searchParams.get('q')!.replace('tags:', '')
      const media = [...jw.media.values()].filter(one => jw.isSearchable && one.metadata.tags.includes(tag))
      return say(response, 200, { page: 1, page_length: 10, total: media.length, media })
    }
    const found = jw.media.get(id)
    if (found === undefined) return fail(response, 404, 'Media not found.')
    if (request.method === 'DELETE') {
      jw.media.delete(id)
      if (fault === 'lost') return void response.destroy()
      return say(response, 204)
    }
    if (found.status === 'processing') await process(found)
    return say(response, 200, found)
  }

  async function make({ upload, metadata }: { upload: Record<string, string>; metadata: Media['metadata'] }) {
    if (upload.method !== 'fetch') throw new Error('not a fetch')
    const id = `Med${String(jw.media.size).padStart(5, '0')}${Math.random().toString(36).slice(2, 6)}`
    const made: Media = {
      ...{ id, status: 'processing', error_message: null, metadata, source: upload.download_url!, bytes: 0 },
    }
    jw.media.set(id, made)
    return made
  }

  async function process(media: Media): Promise<void> {
    const file = await fetchFile(media.source)
    media.bytes = (await file.arrayBuffer()).byteLength
    media.status = file.ok ? jw.outcome : 'failed'
    if (media.status === 'failed') media.error_message = 'Could not process the source file.'
  }

  function manifest(url: URL, response: ServerResponse): void {
    const path = url.pathname.slice(1)
    const [expires, given] = [url.searchParams.get('exp'), url.searchParams.get('sig')]
    const signature = createHash('md5').update(`${path}:${expires}:${signingSecret}`).digest('hex')
    const id = path.replace('manifests/', '').replace('.m3u8', '')
    if (given !== signature) fail(response, 403, 'Forbidden')
    else if (jw.media.get(id)?.status !== 'ready') fail(response, 404, 'Not found')
    else {
      response.writeHead(200, { 'content-type': 'application/vnd.apple.mpegurl' })
      response.end('#EXTM3U\n')
    }
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(jw, {
    url,
    async close() {
      for (const response of open) response.destroy()
      await new Promise(resolve => server.close(resolve))
    },
  })
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
