import {
  batches,
  categories,
  channels,
  decideRoute,
  deletedTitles,
  type Endpoint,
  events,
  favourites,
  type HomePage,
  homePages,
  memberImports,
  playback,
  providers,
  publishing,
  type RouteContext,
  tenants,
  terms,
  titleJobs,
  titles,
} from '@kinora/core'
import { createContext, useContext } from 'react'
import { useRouteContext } from '../session/use-route-context.ts'
import { useMayCall } from './use-may-call.ts'

/** Where a host shows what home leads to. What has no address is left out. */
export interface HomeHrefs {
  /** Of `titles` without a query: the filters of its list are put behind it. */
  page: (page: HomePage) => string | undefined
  title: (tag: string) => string
  batch?: (batchId: string) => string
  /** Without a query: the date of a class is put behind it. */
  event?: (eventId: string) => string
  memberImport?: (fileId: string) => string
}

const Context = createContext<HomeHrefs | undefined>(undefined)
export const HomeHrefsProvider = Context.Provider

/** The addresses that are open to whoever is signed in. */
export function useHomeHrefs(): HomeHrefs {
  const hrefs = useContext(Context)
  const context = useRouteContext()
  if (hrefs === undefined) throw new Error('Give `hrefs` to the part of home.')
  const mayCall = useMayCall()
  const isOpen = (page: HomePage) => {
    const call = callOf[page]
    return opens(page, context) && (call === undefined || mayCall(call))
  }
  return { ...hrefs, page: page => (isOpen(page) ? hrefs.page(page) : undefined) }
}

/** What a page reads or makes: a session that may not call it isn’t led there. */
const callOf: Record<HomePage, Endpoint | undefined> = {
  titles: titles.search,
  intake: titles.create,
  addTitle: titles.create,
  titleJobs: titleJobs.list,
  deletedTitles: deletedTitles.list,
  categories: categories.list,
  batches: batches.list,
  favourites: favourites.list,
  schedule: events.calendar,
  memberImports: memberImports.list,
  channels: channels.search,
  addChannel: channels.create,
  addProvider: providers.create,
  addTenant: tenants.create,
  siteTerms: terms.versions,
  publishing: publishing.setMany,
  playback: playback.upload,
  firstSteps: undefined,
  help: undefined,
}

const opens = (page: HomePage, context: RouteContext | undefined): boolean =>
  context !== undefined && decideRoute(homePages[page], context)?.kind === 'open'
