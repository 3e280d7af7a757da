export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Structured log; the shape of pino's methods. Secrets and tokens are never passed in. */
export interface Log {
  debug(fields: object, message?: string): void
  info(fields: object, message?: string): void
  warn(fields: object, message?: string): void
  error(fields: object, message?: string): void
}
export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** What is counted, and how it is read; without it `/metrics` doesn't exist. */
export interface MetricsPort {
  request(seen: { method: string; endpoint: string; status: number; seconds: number }): void
  /** A try of a job that ended here. */
  job(seen: JobTry): void
  /** With how the queues are now, where that is known. */
  text(queues: readonly QueueState[]): Promise<{ contentType: string; body: string }>
}

export interface JobTry {
  queue: string
  outcome: 'done' | 'failed' | 'handedBack'
  seconds: number
}

/** How a queue is now, over all servers (OPS-10). */
export interface QueueState {
  queue: string
  /** Jobs that are due and not taken up. */
  waiting: number
  running: number
  /** Seconds for which the one that is due longest has waited. */
  oldestSeconds: number
  /** Seconds for which the one that is worked on longest has been. */
  runningSeconds: number
}

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
  /** Of every queue that has jobs. */
  state(): Promise<QueueState[]>
  /** Waits for running jobs to end or give up (at most a few seconds). */
  stop(): Promise<void>
}

/** HOOK-05: the log of events, as the streams of this process wait for it. */
export interface EventFeedPort {
  /** A place for one more stream of an account; undefined where it has as many as it may. */
  open(account: string): FeedReader | undefined
  /** Ends all streams, and takes no more. */
  close(): Promise<void>
}

export interface FeedReader {
  /** How far the log is now. */
  latest(): Promise<number>
  /** How far it was at the last look. */
  seen(): number
  /** Resolves once it is further than that; at the latest after the time in which a reader must hear something. */
  next(seen: number): Promise<'news' | 'quiet' | 'over'>
  close(): void
}

/** An acquired lock of a key. */
export interface Lock {
  /** Aborted once somebody else takes the key over. */
  signal: AbortSignal
  release(): void
}

/** Mutexes by key: one holder of a key at a time. */
export interface LocksPort {
  /** The newest wins: aborts the holder of the lock and resolves once it is released. */
  takeOver(key: string): Promise<Lock>
  /** Undefined where the lock is taken; its holder isn't disturbed. */
  tryAcquire(key: string): Lock | undefined
  /** Resolves once nobody holds the key. */
  whenFree(key: string): Promise<void>
}

/** A rate limit: counts attempts by key. */
export interface RateLimitPort {
  /** Uses up one attempt; returns the seconds to wait (`Retry-After`) where none was left. */
  take(key: string): Promise<number | undefined>
  /** Refunds the last attempt. */
  refund(key: string): Promise<void>
  /** Resets the attempts of the key. */
  reset(key: string): Promise<void>
}

/** A rate limit whose state the caller is told with every call. */
export interface CallLimitPort {
  /** Counts a call. */
  take(key: string): Promise<CallLimit>
}

export interface CallLimit {
  /** Calls in a window. */
  limit: number
  /** Seconds of a window. */
  window: number
  /** Calls that are left in it. */
  remaining: number
  /** Seconds until it ends. */
  reset: number
  isOver: boolean
}
