import { type DigestRequest, type DigestResponse, digestPart } from './digest-part.ts'

/** SHA-256 of a part of a file; rejects when the part can't be read. */
export type DigestPart = typeof digestPart

/** Milliseconds until an idle worker is terminated, and until a silent one counts as failed. */
const IDLE_TIMEOUT = 10_000
const TIMEOUT = 60_000

interface Waiting {
  request: DigestRequest & { file: Blob }
  resolve(digest: Uint8Array<ArrayBuffer> | PromiseLike<Uint8Array<ArrayBuffer>>): void
  reject(reason: Error): void
}

/**
 * Digests from a worker that runs `digest-worker.ts`, which is there only while there are questions. A page whose rules
 * or network keep the worker from starting, or from answering within `timeout` milliseconds, computes them itself.
 */
export function createDigestClient(start: () => Worker, timeout = TIMEOUT): DigestPart {
  const waiting = new Map<number, Waiting>()
  const ids = new WeakMap<Blob, number>()
  let files = 0
  let count = 0
  let worker: Worker | undefined
  /** The file that the worker was sent last. */
  let sentFileId: number | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let silent: ReturnType<typeof setTimeout> | undefined
  let isRefused = false
  const end = () => {
    clearTimeout(silent)
    worker?.terminate()
    worker = undefined
    sentFileId = undefined
  }
  const refuse = () => {
    isRefused = true
    end()
    for (const { request, resolve } of waiting.values())
      resolve(digestPart(request.file, request.start, request.end))
    waiting.clear()
  }
  const onMessage = ({ data: { number, digest } }: MessageEvent<DigestResponse>) => {
    const pending = waiting.get(number)
    waiting.delete(number)
    clearTimeout(silent)
    if (waiting.size === 0) idle = setTimeout(end, IDLE_TIMEOUT)
    else silent = setTimeout(refuse, timeout)
    if (digest === undefined) pending?.reject(new DOMException('The file cannot be read', 'NotReadableError'))
    else pending?.resolve(digest)
  }
  const begin = (): Worker => {
    const begun = start()
    begun.addEventListener('message', onMessage)
    begun.addEventListener('error', refuse)
    return begun
  }
  const post = (request: Waiting['request']) => {
    try {
      worker ??= begin()
      if (waiting.size === 1) silent = setTimeout(refuse, timeout)
      worker.postMessage(sentFileId === request.id ? { ...request, file: undefined } : request)
      sentFileId = request.id
    } catch {
      refuse()
    }
  }
  const idOf = (file: Blob): number => {
    const id = ids.get(file) ?? ++files
    ids.set(file, id)
    return id
  }
  return (file, from, to) => {
    if (isRefused) return digestPart(file, from, to)
    clearTimeout(idle)
    return new Promise((resolve, reject) => {
      const request = { number: ++count, id: idOf(file), file, start: from, end: to }
      waiting.set(request.number, { request, resolve, reject })
      post(request)
    })
  }
}
