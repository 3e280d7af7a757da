import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const dist = join(import.meta.dirname, '../dist')

/** Script that a page has asked for so far, packed, in bytes. */
export interface Script {
  files: number
  gzip: number
  brotli: number
}

/** Watches everything a page asks for from now on. */
export function watchScript(page: Page): () => Script {
  const asked = new Set<string>()
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) asked.add(pathname)
  })
  return () => {
    const sum = (ending: string) =>
      [...asked].reduce((bytes, path) => bytes + statSync(join(dist, path + ending)).size, 0)
    return { files: asked.size, gzip: sum('.gz'), brotli: sum('.br') }
  }
}

/** Without moments of idleness nothing is fetched ahead: what a page asks for is what it needs. */
const neverIdle = (): void => {
  window.requestIdleCallback = () => 0
}

/** From an address that asks for a sign-in to the first row of the list of titles. */
export async function scriptOfList(page: Page, url: string, signIn: (page: Page) => Promise<void>) {
  const script = watchScript(page)
  await page.addInitScript(neverIdle)
  await page.goto(`${url}/media/contentTitles`)
  await signIn(page)
  await page.locator('.kn-cell-name').first().waitFor()
  return script()
}

/** Pages that the bench measures, as the demo's tenant sees them; `edit` stands for the editor of its first title. */
export const measuredPages = [
  '/',
  '/media/contentTitles',
  '/media/contentTitles/add',
  'edit',
  '/media/bulkUpload',
  '/media/bulkUpload/add',
  '/media/bulkUpload/demo-batch-tenant/edit',
  '/media/labels',
  '/media/labels/add',
] as const

/** The path of a page of the list above, for somebody who is signed in. */
export async function pathOf(page: Page, url: string, name: (typeof measuredPages)[number]): Promise<string> {
  if (name !== 'edit') return name
  await page.goto(`${url}/media/contentTitles`)
  return (await page.locator('a.kn-cell-name').first().getAttribute('href'))!
}

/** From nothing to a page that shows what it has to show, for somebody who is signed in. */
export async function scriptOfPage(page: Page, url: string, path: string): Promise<Script> {
  const script = watchScript(page)
  await page.addInitScript(neverIdle)
  await page.goto(url + path)
  await page.locator('main h1, main [role=heading]').first().waitFor()
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  return script()
}
