import { type Api, contract, createApi, createSend } from '@kinora/core'
import type { Page } from 'playwright-core'
import type { PortalRoute } from '../src/router/resource-routes.ts'
import { type Account, goTo, password, settled } from './portal.ts'

type PortalApi = Api<typeof contract>

/** An address of the route that leads to a record: the first of the list above it, or one that its form makes where the demo has none. */
export async function addressOf(
  { path }: Pick<PortalRoute, 'path'>,
  page: Page,
  url: string,
): Promise<string> {
  if (/^\/tenants\/(web|mobile)settings$/.test(path)) return `${path}?tenant=pulsehouse`
  if (!path.includes('$')) return path
  if (path === '/tenants/siteterms/$tenantId') return '/tenants/siteterms/pulsehouse'
  if (path === '/tenants/start/$id') return '/tenants/start/pulsehouse'
  if (path.includes('/subcategory/')) return subCategoryAddress(path, page, url)
  const list = path.replace(/(\/edit)?\/\$.*/, '')
  await goTo(page, url, list)
  const first = page.locator(`a.kn-cell-name[href^="${list}"]`).first()
  await settled(page)
  return (await first.count()) === 0 ? makeByForm(page, url, list) : (await first.getAttribute('href'))!
}

/** Adds a record by the form of a list, with what it requires and no more; it is stored under an address of its own (META-07). */
export async function makeByForm(page: Page, url: string, list: string): Promise<string> {
  await goTo(page, url, `${list}/add`)
  await settled(page)
  const required = page.locator('main').locator('[aria-required=true], [required]')
  for (const field of await required.all()) await field.fill('Sample')
  await page.keyboard.press('Control+s')
  const stored = new RegExp(`${list}/(?!add)[^/]+/edit$`)
  await page.waitForURL(stored).catch(() => {
    throw new Error(
      `${list} shows no record, and its form makes none of its required texts: add one to the seed.`,
    )
  })
  return new URL(page.url()).pathname
}

/** Of the first category of the demo: a new sub category, or its first. */
async function subCategoryAddress(path: string, page: Page, url: string): Promise<string> {
  const category = await addressOf({ path: '/media/categories/$id/edit' }, page, url)
  if (path.endsWith('/add')) return category.replace(/edit$/, 'subcategory/add')
  await goTo(page, url, category)
  return (await page.locator('a[href*="/subcategory/"][href$="/edit"]').first().getAttribute('href'))!
}

/** The API as an account uses it. */
export async function apiAs(url: string, account: Account): Promise<PortalApi> {
  let token: string | undefined
  const tokens = {
    get: () => (token === undefined ? undefined : { token, refreshToken: '' }),
    set: () => undefined,
    clear: () => undefined,
  }
  const api = createApi(contract, createSend({ baseUrl: url, fetch, tokens, client: 'portal', timeout: 0 }))
  token = (await api.session.login({ email: `${account}@demo.kinora.test`, password })).token
  return api
}
