import { createSend, type Endpoint, type Input, type Output, siteContent, type Tokens } from '@kinora/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { Word } from './words.ts'

export type Settings = Output<typeof siteContent.settings>
export type WebSettings = NonNullable<Settings['webSettings']>
export type Collection = Output<typeof siteContent.collections>['data'][number]
export type Schedule = Output<typeof siteContent.schedule>

export interface Member {
  userId: string
  termsVersion: number | null
  wantsNews: boolean
}

/** Whose site it is: the first part of the address. */
export const tenantId = location.pathname.split('/')[1] ?? ''

/** What the site's own server says no to. */
export class OwnRefusal extends Error {
  readonly code: string
  /** Of the packages that somebody lacks. */
  readonly names: string
  readonly text: string
  constructor({ code, names = '', text = '' }: { code: string; names?: string; text?: string }) {
    super(code)
    this.code = code
    this.names = names
    this.text = text
  }
}

/** Asks the site's own server, which holds the keys and knows who is signed in. */
export async function own<T>(call: string, body?: object): Promise<T & { platform: string }> {
  // What is told while the page goes is told all the same.
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), keepalive: true }
  const answer = await fetch(`/${tenantId}/api/${call}`, init)
  const found = await answer.json()
  if (!answer.ok) throw new OwnRefusal(found)
  return found
}

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

async function connect() {
  const { platform } = await own<Tokens>('token')
  let current: Tokens | undefined = preview
  const fresh = async () => {
    // A preview that has ended is asked for anew in the portal.
    if (preview !== undefined) throw new OwnRefusal({ code: 'previewOver' })
    current = await own<Tokens>('token')
    return current
  }
  const tokens = {
    get: async () => current ?? fresh(),
    set(next: Tokens) {
      current = next
    },
    clear() {
      current = undefined
    },
  }
  const ask = (url: string, init: RequestInit) => fetch(url, init)
  return { platform, send: createSend({ baseUrl: platform, fetch: ask, tokens, refresh: fresh }) }
}
let connection: ReturnType<typeof connect> | undefined
const connected = () => (connection ??= connect().catch(forget))
const forget = (error: unknown): never => {
  connection = undefined
  throw error
}

/** Milliseconds after which the page asks again: what staff change is seen while somebody looks. */
const FRESH = 4000

/** Reads from the platform with the token that only reads. */
export function useContent<E extends Endpoint>(endpoint: E, input: Input<E>) {
  return useQuery({
    queryKey: [endpoint.path, input],
    queryFn: async () => (await connected()).send(endpoint, input),
    // Another moment stays what it is.
    refetchInterval: preview?.asOf === undefined ? FRESH : false,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export const usePlatform = () =>
  useQuery({ queryKey: ['platform'], queryFn: async () => (await connected()).platform, staleTime: Infinity })
    .data

export const useMember = () =>
  useQuery({
    queryKey: ['member'],
    queryFn: async () => (await own<{ member: Member | null }>('member')).member,
    refetchInterval: FRESH,
  })

/** Saves the PDF of a document that the site shows. */
export async function openDocument({
  documentId,
  documentName,
}: {
  documentId: string
  documentName: string
}) {
  const { send } = await connected()
  const file = await send(siteContent.document, { documentId })
  const bytes = await new Response(file.body as BodyInit).blob()
  const href = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }))
  Object.assign(document.createElement('a'), { href, download: documentName }).click()
  URL.revokeObjectURL(href)
}

/** LIVE-03: a link that plays what staff look at, whoever is signed in. */
export async function previewLink(tag: string) {
  const { send, platform } = await connected()
  return { ...(await send(siteContent.streamingLink, { tag })), platform }
}

/** One language of a version of the terms, as it was uploaded. */
export async function readTerms({ version, languageCode }: { version: number; languageCode: string }) {
  const { send } = await connected()
  const file = await send(siteContent.termsFile, { versionnumber: version, languageCode })
  return new Response(file.body as BodyInit).text()
}

export { siteContent }

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
