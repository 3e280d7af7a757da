import type { Deps } from '../deps.ts'

interface Recurring {
  queue: string
  /** Milliseconds. */
  period: number
  /** Whether the first turn is the next one, for work that a start need not carry as well. */
  isDeferred?: boolean
  work(signal: AbortSignal): Promise<void>
}

/** Does `work` now, unless it is deferred, and at the beginning of every period; of several servers one does it. */
export async function startRecurring(
  { jobs, clock }: Pick<Deps, 'jobs' | 'clock'>,
  { queue, period, isDeferred = false, work }: Recurring,
): Promise<void> {
  const plan = async (turn: number): Promise<void> => {
    const delaySeconds = Math.max(0, Math.round((turn * period - clock.now().getTime()) / 1000))
    await jobs.enqueue(queue, {}, { key: String(turn), delaySeconds })
  }
  const current = () => Math.floor(clock.now().getTime() / period)
  await jobs.work(queue, { concurrency: 1, retryLimit: 3 }, async (_, { attempt, signal }) => {
    if (attempt === 1) await plan(current() + 1)
    await work(signal)
  })
  await plan(isDeferred ? current() + 1 : current())
}
