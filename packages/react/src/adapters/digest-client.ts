import { type DigestRequest, type DigestResponse, digestPart } from './digest-part.ts'

/** SHA-256 of a part of a file; rejects when the part can't be read. */
export type DigestPart = typeof digestPart

/** Milliseconds until an idle worker is terminated, and until a silent one counts as failed. */
const IDLE_TIMEOUT = 10_000
const TIMEOUT = 60_000

interface Waiting {
  question: DigestRequest & { file: Blob }
  resolve(digest: Uint8Array<ArrayBuffer> | PromiseLike<Uint8Array<ArrayBuffer>>): void
  reject(reason: Error): void
}

/**
 * Digests from a worker that runs `digest-worker.ts`, which is there only while there are questions. A page whose rules
 * or network keep the worker from starting, or from answering for `patience` milliseconds, computes them itself.
 */
export function createDigestClient(start: () => Worker, timeout = TIMEOUT): DigestPart {
  const waiting = new Map<number, Waiting>()
  const ids = new WeakMap<Blob, number>()
  let files = 0
  let count = 0
  let worker: Worker | undefined
  /** The file that the worker was told of last. */
  let told: number | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let silent: ReturnType<typeof setTimeout> | undefined
  let isRefused = false
  const end = () => {
    clearTimeout(silent)
    worker?.terminate()
    worker = undefined
    told = undefined
  }
  const refuse = () => {
    isRefused = true
    end()
    for (const { question, resolve } of waiting.values())
      resolve(digestPart(question.file, question.start, question.end))
    waiting.clear()
  }
  const hear = ({ data: { number, digest } }: MessageEvent<DigestResponse>) => {
    const asker = waiting.get(number)
    waiting.delete(number)
    clearTimeout(silent)
    if (waiting.size === 0) idle = setTimeout(end, IDLE_TIMEOUT)
    else silent = setTimeout(refuse, timeout)
    if (digest === undefined) asker?.reject(new DOMException('The file cannot be read', 'NotReadableError'))
    else asker?.resolve(digest)
  }
  const begin = (): Worker => {
    const begun = start()
    begun.addEventListener('message', hear)
    begun.addEventListener('error', refuse)
    return begun
  }
  const ask = (question: Waiting['question']) => {
    try {
      worker ??= begin()
      if (waiting.size === 1) silent = setTimeout(refuse, timeout)
      worker.postMessage(told === question.id ? { ...question, file: undefined } : question)
      told = question.id
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
      const question = { number: ++count, id: idOf(file), file, start: from, end: to }
      waiting.set(question.number, { question, resolve, reject })
      ask(question)
    })
  }
}
