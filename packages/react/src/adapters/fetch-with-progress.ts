import type { FetchWithProgress } from '@kinora/core'

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
