import type { FetchWithProgress } from '@kinora/core'

/**
 * `fetch` of the page. A browser tells a page that a server doesn't let in the same as of one that is away: a second question, whose
 * answer nobody may read, tells them apart, and the console names the setting, once.
 */
export function createPageFetch(baseUrl: string): typeof fetch {
  let isAsked = false
  return async (input, init) => {
    try {
      return await fetch(input, init)
    } catch (cause) {
      const isForeign = baseUrl !== '' && new URL(baseUrl, location.href).origin !== location.origin
      if (!isForeign || isAsked || init?.signal?.aborted) throw cause
      isAsked = true
      const isThere = await fetch(`${baseUrl}/healthz`, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      )
      if (isThere)
        console.error(
          `${baseUrl} refuses calls of pages of ${location.origin}: add ${location.origin} to KINORA_ORIGINS of the server.`,
        )
      throw cause
    }
  }
}

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
