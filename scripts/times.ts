import { appendFileSync } from 'node:fs'

/** What tests spend time on besides their own work, as `docs/tests.md` lists it. */
export type Kind = 'database' | 'PostgreSQL' | 'platform' | 'browser' | 'process' | 'media' | 'waiting'

const file = process.env.KINORA_TEST_TIMES

/** Does the work, and notes for the table at the end of the run how long it took. */
export async function measured<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  try {
    return await work()
  } finally {
    if (file !== undefined) appendFileSync(file, `${kind}\t${Math.round(performance.now() - start)}\n`)
  }
}
