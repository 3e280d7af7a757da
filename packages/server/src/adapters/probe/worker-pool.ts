import type { Worker } from 'node:worker_threads'
import { en, KinoraError } from '@kinora/core'
import { cancelledBy, MediaError } from '../../ports/media.ts'
import { startThread } from '../thread.ts'
import type { ProbeRequest, ProbeResponse } from './protocol.ts'

/** Milliseconds that an idle thread is kept: starting one takes longer than looking at most files. */
const IDLE = 30_000
/** Mebibytes of a thread's heap. */
const MEMORY = 512

/** How many times its limit of processor time a question may take on the clock, where the machine has no time for it. */
const STARVED = 6

interface AskOptions {
  /** Milliseconds of processor time. */
  cpuLimit: number
  signal: AbortSignal | undefined
  /** Who asks; undefined is nobody in particular. */
  owner: string | undefined
}

/**
 * A worker pool: threads that answer one question at a time, and of an owner's only one, so that nobody's files hold up
 * everybody else's; further questions wait for their turn, which the time limit doesn't count.
 */
export function createWorkerPool(atOnce: number, startThread: () => Worker = start, starved = STARVED) {
  const idle = new Map<Worker, NodeJS.Timeout>()
  const busy = new Set<Worker>()
  const owners = new Set<string>()
  let waiting: (() => void)[] = []
  const take = (): { worker: Worker; isNew: boolean } => {
    const [[kept, timer] = []] = idle
    if (kept === undefined) return { worker: startThread(), isNew: true }
    idle.delete(kept)
    clearTimeout(timer)
    kept.ref()
    return { worker: kept, isNew: false }
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
    /** `hostile` where the file took too much work or memory; rejects with 503 where the machine was too busy. */
    async ask(
      asked: ProbeRequest,
      { cpuLimit, signal, owner }: AskOptions,
    ): Promise<ProbeResponse | 'hostile'> {
      while (busy.size >= atOnce || (owner !== undefined && owners.has(owner)))
        await new Promise<void>(resolve => waiting.push(resolve))
      if (signal?.aborted) throw cancelledBy(signal)
      const { worker, isNew } = take()
      busy.add(worker)
      if (owner !== undefined) owners.add(owner)
      try {
        // A thread says first that it is ready: how long that takes is no matter of the file.
        if (isNew) await receive(worker, { signal })
        const answer = await answerOf(worker, asked, { cpuLimit, starved, signal })
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

async function answerOf(
  worker: Worker,
  asked: ProbeRequest,
  { signal, ...limits }: Omit<AskOptions, 'owner'> & { starved: number },
): Promise<ProbeResponse> {
  const limit = limitOf(limits, await processorTimeOf(worker))
  return receive(worker, { signal, limit, begin: () => worker.postMessage(asked) })
}

interface Limit {
  /** Milliseconds until it is looked again, or what the verdict is. */
  look(worker: Worker): Promise<number | Error>
  first: number
}

/** Law 17: a file is judged by the processor time that it takes; where a machine gives it none, that is no fault of the file. */
function limitOf({ cpuLimit, starved }: Record<'cpuLimit' | 'starved', number>, before: number): Limit {
  const began = performance.now()
  return {
    first: cpuLimit,
    async look(worker) {
      const used = (await processorTimeOf(worker)) - before
      if (used >= cpuLimit) return new Hostile()
      if (performance.now() - began >= starved * cpuLimit) return overloaded()
      return Math.max(20, cpuLimit - used)
    },
  }
}

/** Milliseconds of a thread; of the whole process where this Node can't tell them apart. */
async function processorTimeOf(worker: Worker): Promise<number> {
  const { user, system } = 'cpuUsage' in worker ? await worker.cpuUsage() : process.cpuUsage()
  return (user + system) / 1000
}

const overloaded = (): KinoraError =>
  new KinoraError('server', { status: 503, retryAfter: 2, detail: en['error.overloaded'] })

/** What a thread says next. */
function receive<T>(
  worker: Worker,
  { signal, limit, begin }: { signal?: AbortSignal | undefined; limit?: Limit; begin?: () => void },
): Promise<T> {
  const over = new AbortController()
  const heard = new Promise<T>((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const look = async (): Promise<void> => {
      const next = await limit!.look(worker)
      if (over.signal.aborted) return
      if (next instanceof Error) reject(next)
      else timer = setTimeout(again, next)
    }
    const again = (): void => void look().catch(reject)
    if (limit !== undefined) timer = setTimeout(again, limit.first)
    const abort = (): void => reject(cancelledBy(signal!))
    const events = {
      message: resolve,
      error: (cause: Error) => reject(isOutOfMemory(cause) ? new Hostile() : failed(cause.message, cause)),
      exit: () => reject(failed('the thread ended')),
    }
    for (const [name, listener] of Object.entries(events)) worker.on(name, listener)
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort, { signal: over.signal })
    over.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(events)) worker.off(name, listener)
    })
    if (signal?.aborted !== true) begin?.()
  })
  return heard.finally(() => over.abort())
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const failed = (message: string, cause?: unknown): MediaError => new MediaError('failed', message, { cause })

function start(): Worker {
  const worker = startThread('./probe/worker.ts', 'media-probe-worker.js', {
    // What libraries complain about goes nowhere: what a file comes to is the answer.
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  })
  worker.stderr.resume()
  return worker
}
