import type { Output } from '@kinora/core'
import { createViewer, siteContent, siteServer, useContent } from '@kinora/react/viewer'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Word } from './words.ts'

export type Settings = Output<typeof siteContent.settings>
export type WebSettings = NonNullable<Settings['webSettings']>
export type Collection = Output<typeof siteContent.collections>['data'][number]

export interface Member {
  userId: string
  termsVersion: number | null
  wantsNews: boolean
}

/** Whose site it is: the first part of the address. */
export const tenantId = location.pathname.split('/')[1] ?? ''

/** The site's own server, which holds the keys and knows who is signed in. */
const server = siteServer(`/${tenantId}/api`)
export const own = server.ask

interface Preview {
  token: string
  /** The moment that is shown, where it isn’t now. */
  asOf?: string
}

const PREVIEW_KEY = `site.preview.${tenantId}`
/** LIVE-03: what staff look at, handed over behind the address’s #, where no server reads it, and kept for the tab. */
export const preview = readPreview()

function readPreview(): Preview | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('preview')
  if (given !== null) {
    sessionStorage.setItem(PREVIEW_KEY, given)
    history.replaceState(null, '', location.pathname + location.search)
  }
  const token = sessionStorage.getItem(PREVIEW_KEY)
  if (token === null) return undefined
  try {
    const part = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(atob(part)) as { preview?: { asOf?: string } }
    return { token, ...claims.preview }
  } catch {
    return undefined
  }
}

/** Goes on as members see the site. */
export function leavePreview(): void {
  sessionStorage.removeItem(PREVIEW_KEY)
  location.reload()
}

/** Milliseconds after which the page asks again: what staff change is seen while somebody looks. */
const FRESH = 4000

/** What staff look at in a preview plays for them alone, is nobody’s play, and is asked for anew in the portal once it has ended. */
async function openViewer() {
  const { platform } = await own<{ platform: string }>('token')
  const options = { baseUrl: platform, name: `site.${tenantId}` }
  if (preview === undefined) return createViewer({ ...options, ...server, refreshEvery: FRESH })
  const { token, asOf } = preview
  return createViewer({
    ...options,
    getToken: ({ reason }) => (reason === 'start' ? token : undefined),
    // Another moment stays what it is.
    refreshEvery: asOf === undefined ? FRESH : false,
  })
}

export const useOpenViewer = () =>
  useQuery({ queryKey: ['viewer'], queryFn: openViewer, staleTime: Infinity, structuralSharing: false })

export const useMember = () =>
  useQuery({
    queryKey: ['member'],
    queryFn: async () => (await own<{ member: Member | null }>('member')).member,
    refetchInterval: FRESH,
  })

export { siteContent, useContent }

export interface SiteContext {
  settings: Settings
  web: WebSettings
  member: Member | null
  language: string
  word(word: Word): string
  /** The address of a picture or a file of the platform. */
  at(link: string): string
  showsSchedule: boolean
}
export const Site = createContext<SiteContext | undefined>(undefined)
export function useSite(): SiteContext {
  const site = use(Site)
  if (site === undefined) throw new Error('outside of the site')
  return site
}
