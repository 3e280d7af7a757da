import { decideRoute, homePages, type RouteContext } from '@kinora/core'
import type { HomeHrefs } from '@kinora/react'

/** The page of a row, by the noun of the contract: what stands before its id, and after it. */
const pages: Readonly<Record<string, readonly [before: string, after: string]>> = {
  titles: ['/media/contentTitles/edit/', ''],
  favourites: ['/media/contentTitles/edit/', ''],
  categories: ['/media/categories/', '/edit'],
  labels: ['/media/labels/', '/edit'],
  'focus-areas': ['/media/focusAreas/', '/edit'],
  equipment: ['/media/equipments/', '/edit'],
  batches: ['/media/bulkUpload/', '/edit'],
  events: ['/schedule/', '/edit'],
  collections: ['/collections/', '/edit'],
  documents: ['/documents/', '/edit'],
  subscriptions: ['/subscriptions/', '/edit'],
  members: ['/users/userReport/', ''],
  'member-imports': ['/users/userManagement/', '/edit'],
  channels: ['/channels/', '/edit'],
  providers: ['/providers/', '/edit'],
  tenants: ['/tenants/', ''],
  'web-settings': ['/tenants/websettings?tenant=', ''],
  'app-settings': ['/tenants/mobilesettings?tenant=', ''],
  terms: ['/tenants/siteterms/', ''],
  webhooks: ['/webhooks/', '/edit'],
}

const toHref = (noun: string) => {
  const [before, after] = pages[noun]!
  return (id: string): string => `${before}${encodeURIComponent(id)}${after}`
}
export const titleHref = toHref('titles')
export const eventHref = toHref('events')
export const batchHref = toHref('batches')
export const webhookHref = toHref('webhooks')

/** Where the portal shows what home leads to. */
export const homeHrefs: HomeHrefs = {
  page: page => homePages[page],
  title: titleHref,
  batch: batchHref,
  event: eventHref,
  memberImport: toHref('member-imports'),
}

/** Where the page of a row is; undefined where there is none, or none that opens for this person. */
export function rowHrefFor(
  routeContext: RouteContext | undefined,
  { noun, row }: { noun: string; row: string },
): string | undefined {
  if (!(noun in pages) || routeContext === undefined) return undefined
  const href = toHref(noun)(row)
  return decideRoute(href.replace(/\?.*$/, ''), routeContext)?.kind === 'open' ? href : undefined
}
