import { existsSync } from 'node:fs'

const shell = '/usr/bin/chromium-headless-shell'

/**
 * The Chromium that tests start: `CHROMIUM_PATH`, or Debian's. Its headless shell is the same engine without the
 * window's half, and takes a third less of the processor.
 */
export const chromiumPath: string =
  process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

/**
 * What `npm test -- --late` begins each page with: what React schedules, such as an effect after a page is drawn, comes 600 ms
 * late, more than the pauses of up to 500 ms in which Vitest looks for an element. Who reads at once what an effect sets fails
 * then, which otherwise happens in one of thousands of runs.
 */
export const lateScript: string =
  process.env.KINORA_TEST_LATE === undefined ? '' : 'window.setImmediate = act => setTimeout(act, 600)'

/** For a container: no sandbox, no graphics card, and no calls to its maker. */
export const chromiumFlags: readonly string[] = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
