import type { MessagePort } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'

/** A SHA-256 of bytes that are handed over one after another. */
export interface Hashing {
  /** Resolves once they have been read and may be overwritten. */
  add(bytes: Uint8Array<SharedArrayBuffer>): Promise<void>
  /** In hexadecimal. */
  end(): Promise<string>
  /** Instead of the end. */
  drop(): void
}

interface Asked {
  id: number
  bytes?: Uint8Array<SharedArrayBuffer>
  isLast?: boolean
}

interface Waiting {
  resolve(digest: string): void
  reject(error: Error): void
}

interface Thread {
  ask(asked: Asked): Promise<string>
}

/** One thread for all: it has what a core can do, and the thread that answers calls keeps its own. */
export interface Hasher {
  /** Rejects, in the middle as well, when the thread dies; whoever begins after that has another one. */
  begin(): Hashing
}

export function createHasher(): Hasher {
  let thread: Thread | undefined
  let count = 0
  return {
    begin() {
      thread ??= startThread(() => {
        thread = undefined
      })
      const { ask } = thread
      const id = ++count
      return {
        add: async bytes => void (await ask({ id, bytes })),
        end: () => ask({ id, isLast: true }),
        drop: () => void ask({ id, isLast: true }).catch(() => undefined),
      }
    },
  }
}

/** What is asked is answered in its order; `onEnd` once, when it can be asked no more. */
function startThread(onEnd: () => void): Thread {
  const worker = new Worker(`(${work})()`, { eval: true })
  const waiting: Waiting[] = []
  let failed: Error | undefined
  const fail = (error: Error): void => {
    if (failed === undefined) onEnd()
    failed ??= error
    for (const { reject } of waiting.splice(0)) reject(failed)
  }
  worker.on('message', (digest: string) => {
    waiting.shift()?.resolve(digest)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', fail)
  worker.on('exit', code => fail(new Error(`the thread that hashes ended with ${code}`)))
  return {
    ask: asked =>
      new Promise((resolve, reject) => {
        if (failed !== undefined) return reject(failed)
        // It keeps the process only while somebody waits.
        worker.ref()
        waiting.push({ resolve, reject })
        worker.postMessage(asked)
      }),
  }
}

/** Runs in the thread as it stands here, so it knows nothing from around it. */
function work(): void {
  const { parentPort } = process.getBuiltinModule('node:worker_threads') as { parentPort: MessagePort }
  const { createHash } = process.getBuiltinModule('node:crypto')
  const hashes = new Map<number, ReturnType<typeof createHash>>()
  parentPort.on('message', ({ id, bytes, isLast }: Asked) => {
    const hash = hashes.get(id) ?? createHash('sha256')
    if (bytes !== undefined) hash.update(bytes)
    if (isLast) hashes.delete(id)
    else hashes.set(id, hash)
    parentPort.postMessage(isLast ? hash.digest('hex') : '')
  })
}
