import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createWorkerPool } from './worker-pool.ts'

/** Threads that do this once they are asked. */
function createThreads(work: string, starved?: number) {
  const source = `const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => { ${work} })
    parentPort.postMessage('ready')`
  const workers = createWorkerPool(
    1,
    () => new Worker(source, { eval: true }).on('error', () => undefined),
    starved,
  )
  const asked = { path: 'any', as: undefined }
  return {
    ask: (cpuLimit: number) => workers.ask(asked, { cpuLimit, signal: undefined, owner: undefined }),
    close: workers.close,
  }
}

describe('C-137 a file is judged by work, never by time', () => {
  test('a thread that gets nothing done is busy: 503, and when to come again', async () => {
    const { ask, close } = createThreads('')
    const busy = { status: 503, retryAfter: 2, detail: 'Busy. Try again in a moment.' }
    await expect(ask(50)).rejects.toMatchObject(busy)
    await close()
  })

  test('one that works without an end is the file’s fault', async () => {
    const { ask, close } = createThreads('for (;;);', Number.POSITIVE_INFINITY)
    expect(await ask(500)).toBe('hostile')
    await close()
  })
})
