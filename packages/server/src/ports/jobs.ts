/** Background work that survives a crash: queued in the database, at least once, retried with backoff. */
export interface JobsPort {
  /** Adds a job; a second one with the same key while the first is waiting or running is not added. */
  enqueue<T extends object>(
    queue: string,
    data: T,
    options?: { key?: string; delaySeconds?: number },
  ): Promise<void>
  /** Starts working on a queue. The signal ends when the server stops or the job has expired. */
  work<T extends object>(
    queue: string,
    options: { concurrency?: number; retryLimit?: number; expireSeconds?: number },
    handler: (
      data: T,
      job: { id: string; attempt: number; lastAttempt: boolean; signal: AbortSignal },
    ) => Promise<void>,
  ): Promise<void>
  /** Waits for running jobs to end or give up (at most a few seconds). */
  stop(): Promise<void>
}
