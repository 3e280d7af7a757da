import type { FetchWithProgress } from './client.ts'
import { KinoraError } from './errors.ts'
import { toBase } from './wire.ts'

/**
 * `fetch` of the page. A browser tells a page that a server doesn't let in the same as of one that is away: a second question, whose
 * answer nobody may read, tells them apart. The component then names origin and setting, and so does the console, once. Throws
 * `offline`.
 */
export function createPageFetch(address: string): typeof fetch {
  const baseUrl = toBase(address)
  let isLetIn = false
  let isLogged = false
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      isLetIn = true
      return response
    } catch (cause) {
      const isForeign = baseUrl !== '' && new URL(baseUrl, location.href).origin !== location.origin
      if (!isForeign || isLetIn || !(await isThere(baseUrl, init?.signal))) throw cause
      const { origin } = location
      if (!isLogged)
        console.error(
          `${baseUrl} refuses calls of pages of ${origin}. Let it in with: kinora keys origins KEY --origin ${origin}, or add ${origin} to KINORA_ORIGINS of the server. Look again with: kinora doctor --origin ${origin}`,
        )
      isLogged = true
      const params = { origin, server: baseUrl }
      throw new KinoraError('offline', {
        issues: [{ path: 'origin', code: 'ui.host.refused', params }],
        cause,
      })
    }
  }
}

const isThere = (baseUrl: string, signal: AbortSignal | null | undefined): Promise<boolean> =>
  fetch(`${baseUrl}/healthz`, { mode: 'no-cors', signal }).then(
    () => true,
    () => false,
  )

/** Sends with XMLHttpRequest, the only way in a browser to get progress events of a request's body. */
export const fetchWithProgress: FetchWithProgress = (url, init, onProgress) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method ?? 'GET', url)
    new Headers(init.headers).forEach((value, name) => {
      request.setRequestHeader(name, value)
    })
    request.responseType = 'text'
    request.upload.onprogress = event => onProgress(event.loaded, event.total)
    request.onload = () => resolve(toResponse(request))
    request.onerror = () => reject(new TypeError('The connection failed'))
    request.onabort = () => reject(new DOMException('The request was aborted', 'AbortError'))
    init.signal?.addEventListener('abort', () => request.abort(), { once: true })
    if (init.signal?.aborted) return reject(new DOMException('The request was aborted', 'AbortError'))
    request.send(init.body as XMLHttpRequestBodyInit)
  })

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const [name, ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  const body = request.status === 204 ? null : request.responseText
  return new Response(body, { status: request.status, headers })
}
