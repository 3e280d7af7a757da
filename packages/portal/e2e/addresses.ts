import { type Api, contract, createApi, createSend } from '@kinora/core'
import type { Page } from 'playwright-core'
import type { PortalRoute } from '../src/router/resource-routes.ts'
import { type Account, goTo, password } from './portal.ts'

type PortalApi = Api<typeof contract>

/** An address of the route that leads to a record of the demo: the first of the list above it. */
export async function addressOf(
  { path }: Pick<PortalRoute, 'path'>,
  page: Page,
  url: string,
): Promise<string> {
  if (/^\/tenants\/(web|mobile)settings$/.test(path)) return `${path}?tenant=pulsehouse`
  if (!path.includes('$')) return path
  if (path === '/tenants/siteterms/$tenantId') return '/tenants/siteterms/pulsehouse'
  if (path.includes('/subcategory/')) return subCategoryAddress(path, page, url)
  const list = path.replace(/(\/edit)?\/\$.*/, '')
  await goTo(page, url, list)
  const first = page.locator(`a.kn-cell-name[href^="${list}"]`).first()
  await first.waitFor().catch(() => {
    throw new Error(`The demo has no record for ${path}: ${list} shows none. Add one to the seed.`)
  })
  return (await first.getAttribute('href'))!
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
