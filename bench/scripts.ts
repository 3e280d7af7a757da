import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@kinora/server/platform'
import { chromium, type Page } from 'playwright-core'
import {
  measuredPages,
  pathOf,
  type Script,
  scriptOfList,
  scriptOfPage,
  watchScript,
} from '../packages/portal/e2e/script.ts'
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts'
import type { Measured } from './measure.ts'

/** Milliseconds in which everything that is fetched when idle has come. */
const IDLE = 8_000

/** Script that Chromium asks the real server for, until a page can be used. */
export async function scriptSize(): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const platform = await startPlatform({
    port: 0,
    dataDir: folder,
    logLevel: 'error',
    demoClips: false,
    forcedSignOut: false,
  })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] })
  try {
    const context = await browser.newContext()
    const page = await context.newPage()
    const rows = [row('sign-in and title list', await scriptOfList(page, platform.url, signIn), 220)]
    const idle = await context.newPage()
    const all = watchScript(idle)
    await idle.goto(`${platform.url}/media/contentTitles`)
    await idle.waitForTimeout(IDLE)
    rows.push({ ...row('… and what comes when idle', all(), 320), limit: undefined })
    await idle.close()
    for (const name of measuredPages) {
      const path = await pathOf(page, platform.url, name)
      const opened = await context.newPage()
      rows.push(row(name, await scriptOfPage(opened, platform.url, path), 320))
      await opened.close()
    }
    return rows
  } finally {
    await browser.close()
    await platform.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('tenant@demo.kinora.test')
  await page.getByLabel('Password', { exact: true }).fill('Kinora-demo-1')
  await page.getByRole('button', { name: 'Log in' }).click()
}

const row = (name: string, { files, gzip, brotli }: Script, limit: number): Measured => ({
  name: `script: ${name}`,
  ours: gzip / 1000,
  peer: limit,
  peerName: `${limit} kB`,
  limit: 1,
  unit: 'kB',
  detail: `${files} files; ${(brotli / 1000).toFixed(1)} kB as sent with brotli`,
})
