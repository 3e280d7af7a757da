import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { MediaError } from '../../ports/media.ts'
import type { Answer, Asked } from './protocol.ts'

/** Milliseconds that an idle thread is kept: starting one takes longer than looking at most files. */
const IDLE = 30_000
/** Mebibytes of a thread's heap. */
const MEMORY = 512

interface AskOptions {
  patience: number
  signal: AbortSignal | undefined
  /** Who asks; undefined is nobody in particular. */
  owner: string | undefined
}

/**
 * Threads that answer one question at a time, and of an owner's only one, so that nobody's files hold up everybody else's;
 * further questions wait for their turn, which their patience doesn't count.
 */
export function createWorkers(atOnce: number) {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const busy = new Set<Worker>()
  const owners = new Set<string>()
  let waiting: (() => void)[] = []
  const take = (): Worker => {
    const [[kept, timer] = []] = idle
    if (kept === undefined) return start()
    idle.delete(kept)
    clearTimeout(timer)
    kept.ref()
    return kept
  }
  const rest = (worker: Worker): void => {
    worker.unref()
    const end = (): void => {
      idle.delete(worker)
      void worker.terminate()
    }
    idle.set(worker, setTimeout(end, IDLE).unref())
  }
  return {
    /** `hostile` where the file took too long or too much memory. */
    async ask(asked: Asked, { patience, signal, owner }: AskOptions): Promise<Answer | 'hostile'> {
      while (busy.size >= atOnce || (owner !== undefined && owners.has(owner)))
        await new Promise<void>(resolve => waiting.push(resolve))
      if (signal?.aborted) throw new MediaError('cancelled', 'aborted')
      const worker = take()
      busy.add(worker)
      if (owner !== undefined) owners.add(owner)
      try {
        const answer = await answerOf(worker, asked, { patience, signal })
        rest(worker)
        return answer
      } catch (error) {
        await worker.terminate()
        if (error instanceof Hostile) return 'hostile'
        throw error
      } finally {
        busy.delete(worker)
        if (owner !== undefined) owners.delete(owner)
        const woken = waiting
        waiting = []
        for (const wake of woken) wake()
      }
    },
    async close(): Promise<void> {
      for (const timer of idle.values()) clearTimeout(timer)
      await Promise.all([...idle.keys(), ...busy].map(worker => worker.terminate()))
      idle.clear()
    },
  }
}

class Hostile extends Error {}

function answerOf(
  worker: Worker,
  asked: Asked,
  { patience, signal }: Omit<AskOptions, 'owner'>,
): Promise<Answer> {
  const over = new AbortController()
  const answered = new Promise<Answer>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Hostile()), patience)
    const abort = (): void => reject(new MediaError('cancelled', 'aborted'))
    const events = {
      message: resolve,
      error: (cause: Error) => reject(isOutOfMemory(cause) ? new Hostile() : failed(cause.message, cause)),
      exit: () => reject(failed('the thread ended')),
    }
    for (const [name, listener] of Object.entries(events)) worker.on(name, listener)
    signal?.addEventListener('abort', abort, { signal: over.signal })
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(events)) worker.off(name, listener)
    })
    worker.postMessage(asked)
  })
  return answered.finally(() => over.abort())
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const failed = (message: string, cause?: unknown): MediaError => new MediaError('failed', message, { cause })

function start(): Worker {
  const [source, built] = ['./worker.ts', './media-probe-worker.js'].map(name =>
    fileURLToPath(new URL(name, import.meta.url)),
  )
  const isSource = existsSync(source!)
  const execArgv = ['--no-warnings', ...(isSource ? ['--conditions=@kinora/source'] : [])]
  // What libraries complain about goes nowhere: what a file comes to is the answer.
  const options = { execArgv, stderr: true, resourceLimits: { maxOldGenerationSizeMb: MEMORY } }
  // An error of a thread that nobody asks anything would end the process.
  const worker = new Worker(isSource ? source! : built!, options).on('error', () => undefined)
  worker.stderr.resume()
  return worker
}
