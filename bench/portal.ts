import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Platform, startPlatform } from '@kinora/server/platform'
import { type Browser, chromium, type Page } from 'playwright-core'
import { addManyTitles, run } from '../packages/server/test/titles/many.ts'
import { chromiumFlags, chromiumPath } from '../scripts/chromium.ts'

/** A data folder that stays, so that the next run needn't make its titles again. */
const FOLDER = process.env.KINORA_BENCH_FOLDER

export interface Catalogue {
  platform: Platform
  browser: Browser
}

/** The real server with so many titles on PGlite, and Chromium beside it. */
export async function withCatalogue<T>(rows: number, work: (catalogue: Catalogue) => Promise<T>): Promise<T> {
  const folder = FOLDER ?? mkdtempSync(join(tmpdir(), 'kinora-bench-'))
  const platform = await startPlatform({
    port: 0,
    dataDir: folder,
    logLevel: 'silent',
    demoClips: false,
    forcedSignOut: false,
  })
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] })
  try {
    const [row] = await run<{ count: number }>(platform.deps.db, 'SELECT count(*)::int AS count FROM titles')
    if ((row?.count ?? 0) < rows) await addManyTitles(platform.deps.db, rows)
    return await work({ platform, browser })
  } finally {
    await browser.close()
    await platform.close()
    if (FOLDER === undefined && existsSync(folder)) rmSync(folder, { recursive: true, force: true })
  }
}

export const account = { email: 'admin@demo.kinora.test', password: 'Kinora-demo-1' }
export const pageSize = { width: 1280, height: 900 }

/** A page of the portal as an administrator sees it, once its list of titles has come. */
export async function openTitles({ browser, platform }: Catalogue, search: string): Promise<Page> {
  const context = await browser.newContext({ viewport: pageSize })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  // A page that learns of a newer version would load itself again meanwhile (SESS-03).
  await page.addInitScript(() => localStorage.setItem('version', '9999'))
  await page.goto(`${platform.url}/media/contentTitles?${search}`)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.locator('.kn-table tbody a').first().waitFor()
  await page.waitForTimeout(3000)
  return page
}
