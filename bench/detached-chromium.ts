import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts'

/** A Chromium without developer tools attached: with them each request costs a tenth more. */
export interface DetachedChromium {
  /** Its page, until the tools are let go. */
  attached<T>(act: (page: Page) => Promise<T>): Promise<T>
  end(): Promise<void>
}

const START = 30_000

export async function startDetachedChromium(): Promise<DetachedChromium> {
  const profile = mkdtempSync(join(tmpdir(), 'kinora-bench-profile-'))
  const own = [
    '--headless',
    '--window-size=1280,900',
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
  ]
  const child = spawn(chromiumPath, [...chromiumFlags, ...own, 'about:blank'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = await toolsOf(profile)
  return {
    async attached(act) {
      const browser: Browser = await chromium.connectOverCDP(url)
      try {
        const page = browser.contexts()[0]!.pages()[0]!
        page.setDefaultTimeout(120_000)
        return await act(page)
      } finally {
        await browser.close()
      }
    },
    async end() {
      child.kill()
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** Where the browser's tools are, which it writes down once it runs. */
async function toolsOf(profile: string): Promise<string> {
  for (const end = Date.now() + START; Date.now() < end; await wait(50)) {
    try {
      const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
      if (port) return `http://127.0.0.1:${port}`
    } catch {
      // Not yet.
    }
  }
  throw new Error('Chromium did not start')
}
