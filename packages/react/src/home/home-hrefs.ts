import { decideRoute, type HomePage, homePages, type RouteContext } from '@kinora/core'
import { createContext, useContext } from 'react'
import { useRouteContext } from '../session/use-route-context.ts'

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
  return { ...hrefs, page: page => (opens(page, context) ? hrefs.page(page) : undefined) }
}

const opens = (page: HomePage, context: RouteContext | undefined): boolean =>
  context !== undefined && decideRoute(homePages[page], context)?.kind === 'open'
