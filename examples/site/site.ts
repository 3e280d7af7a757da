/**
 * The server of a customer's site, as far as it talks to Kinora: it reads what is published to its tenant and hands in what its
 * members wrote and played. The keys stay here; pages get titles, playback links and at most a token that only reads.
 *
 *   KINORA_URL=https://portal.example.com KINORA_ACCESS_KEY=ak_… KINORA_SECRET_KEY=sk_… node site.ts
 */
import {
  contract,
  createApi,
  createSend,
  isKinoraError,
  type KinoraContract,
  type Product,
  type Tokens,
} from '@kinora/core'

interface SiteOptions {
  url: string
  accessKey: string
  secretKey: string
  /** What of the tenant’s products this is: titles of channels that don’t appear there stay out. */
  product?: Product
  fetch?: typeof fetch
}

type Content = ReturnType<typeof createApi<KinoraContract>>['site-content']

/** Calls of the site. The token is asked for with the first call, and again where it has ended. */
export function createSite({ url, accessKey, secretKey, product, fetch = globalThis.fetch }: SiteOptions) {
  const nobody = { get: () => undefined, set() {}, clear() {} }
  const open = createApi(contract, createSend({ baseUrl: url, fetch, tokens: nobody }))
  const newToken = async (readOnly = false): Promise<Tokens> => {
    const { token } = await open.tenants.token({ accessKey, secretKey, readOnly, product })
    return { token }
  }
  let current: Promise<Tokens> | undefined
  const tokens = {
    get: () => (current ??= newToken().catch(forget)),
    set(fresh: Tokens) {
      current = Promise.resolve(fresh)
    },
    clear() {
      current = undefined
    },
  }
  const forget = (error: unknown): never => {
    current = undefined
    throw error
  }
  const send = createSend({ baseUrl: url, fetch, tokens, refresh: () => newToken() })
  const content: Content = createApi(contract, send)['site-content']
  /** For the browser: it may read for a quarter of an hour and hand in nothing. */
  const tokenForPages = async () => (await newToken(true)).token
  return { content, tokenForPages }
}
export type Site = ReturnType<typeof createSite>

/** Every title that the site shows, page by page. */
export async function* eachTitle({ content }: Site, take = 100) {
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await content.titles({ page, take })
    pages = found.totalPages
    yield* found.data
  }
}

type Review = Parameters<Content['addReviews']>[0]['reviews'][number]

/**
 * Hands in what waits, a hundred at a time, and gives back what to do about it: `done` can be forgotten, `mend` needs a person.
 * What was handed in already counts once, so after a failure all of it can simply be sent again.
 */
export async function submitReviews({ content }: Site, waiting: readonly Review[]) {
  const done: string[] = []
  const mend: { id: string; why: string }[] = []
  for (let at = 0; at < waiting.length; at += 100) {
    const { data } = await patiently(() => content.addReviews({ reviews: waiting.slice(at, at + 100) }))
    for (const { id, status, issues } of data)
      if (status < 400) done.push(id)
      else mend.push({ id, why: issues.map(({ path, text }) => `${path}: ${text}`).join('; ') })
  }
  return { done, mend }
}

/** A busy platform says when to come again. */
async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!isKinoraError(error) || error.retryAfter === undefined) throw error
      await new Promise(resolve => setTimeout(resolve, error.retryAfter! * 1000))
    }
  }
}

async function main({
  KINORA_URL: url,
  KINORA_ACCESS_KEY: accessKey,
  KINORA_SECRET_KEY: secretKey,
}: NodeJS.ProcessEnv) {
  if (!url || !accessKey || !secretKey)
    throw new Error('Set KINORA_URL, KINORA_ACCESS_KEY and KINORA_SECRET_KEY')
  const site = createSite({ url, accessKey, secretKey })
  const { name, languageTag, general } = await site.content.settings({})
  console.log(`${general?.appTitle ?? name} (${languageTag})`)
  for await (const { tag, className, durationSecond } of eachTitle(site))
    console.log(`${tag}  ${Math.ceil(durationSecond / 60)} min  ${className}`)
}

if (import.meta.main) await main(process.env)
