import { setTimeout as sleep } from 'node:timers/promises'
import { measured } from './times.ts'

/**
 * The only limit in time that tests have, in milliseconds: what takes longer hangs. It decides nothing else: a test waits for
 * what happens. `npm test` measures the machine at its start and gives a slower one more (`scripts/speed.mjs`).
 */
export const patience: number = Number(process.env.KINORA_TEST_PATIENCE ?? 300) * 1000

/** The moment between polls of what another process does. */
export const pause = (): Promise<void> => sleep(20)

/** Waits until `check` gives something other than `undefined` or `false`, and gives that; throws where it hangs. */
export async function until<T>(
  what: string,
  check: () => T | undefined | false | Promise<T | undefined | false>,
): Promise<T> {
  const end = Date.now() + patience
  return measured('waiting', async () => {
    for (;;) {
      const found = await check()
      if (found !== undefined && found !== false) return found
      if (Date.now() > end) throw new Error(`Still waiting after ${patience / 1000} s: ${what}.`)
      await pause()
    }
  })
}
