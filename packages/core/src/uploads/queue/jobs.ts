import type { EngineEvent } from '../machine/states.ts'

export type Job = (signal: AbortSignal) => Promise<EngineEvent | undefined>

export interface JobHooks {
  onReport(event: EngineEvent): void
  onFault(error: unknown): void
}

/** One job at a time: a new one aborts the one before and waits for its end; results of an aborted job are dropped. */
export function createJobs(hooks: JobHooks) {
  let current = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const runJob = async (job: Job, signal: AbortSignal): Promise<void> => {
    try {
      const report = signal.aborted ? undefined : await job(signal)
      if (!signal.aborted && report !== undefined) hooks.onReport(report)
    } catch (error) {
      if (!signal.aborted) hooks.onFault(error)
    }
  }
  return {
    start(job: Job): void {
      current.abort()
      current = new AbortController()
      const { signal } = current
      running = running.then(() => runJob(job, signal))
    },
    abort: (): void => current.abort(),
    settled: (): Promise<void> => running,
  }
}

/** Serialises writes; of the waiting ones only the newest is written. */
export function createWriter(onLost: (error: unknown) => void) {
  let waiting: (() => Promise<void>) | undefined
  let writing: Promise<void> = Promise.resolve()
  const flush = async (): Promise<void> => {
    const write = waiting
    waiting = undefined
    try {
      await write?.()
    } catch (error) {
      onLost(error)
    }
  }
  return {
    write(task: () => Promise<void>): void {
      waiting = task
      writing = writing.then(flush)
    },
    settled: (): Promise<void> => writing,
  }
}
