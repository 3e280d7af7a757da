import { type Api, contract, createApi, createSend, decideRoute, type Situation } from '@kinora/core'
import { matchRoute, type PortalRoute } from '../src/routes.tsx'
import { type Account, password } from './portal.ts'

type PortalApi = Api<typeof contract>

export interface Caller {
  api: PortalApi
  /** The tenant acted for; platform accounts act for none. */
  tenantId: string
}

/** A record of the demo for each route with parameters: one that this caller may open. */
const examples: Readonly<Record<string, (caller: Caller) => Promise<string | undefined>>> = {
  '/media/contentTitles/edit/$tag': async ({ api }) => (await api.titles.search({ take: 1 })).data[0]?.tag,
  '/media/bulkUpload/$batchId/edit': async ({ api }) =>
    String((await api.batches.list({})).data[0]?.batchId ?? ''),
  '/media/labels/$id/edit': async ({ api, tenantId }) =>
    (await api.labels.list({ tenantId })).data[0]?.labelId,
  '/media/focusAreas/$id/edit': async ({ api, tenantId }) =>
    (await api['focus-areas'].list({ tenantId })).data[0]?.focusAreaId,
  '/media/equipments/$id/edit': async ({ api, tenantId }) =>
    (await api.equipment.list({ tenantId })).data[0]?.equipmentId,
}

/** An address of the route that leads to a record of the demo. */
export async function addressOf({ path }: PortalRoute, caller: Caller): Promise<string> {
  if (!path.includes('$')) return path
  const example = examples[path]
  if (example === undefined) throw new Error(`${path} needs an example in e2e/addresses.ts.`)
  const id = await example(caller)
  if (!id) throw new Error(`The demo has no record for ${path}; add one to the seed.`)
  return path.replace(/\$\w+/, encodeURIComponent(id))
}

/** The API as an account uses it. */
export async function callerOf(url: string, account: Account, tenantId = ''): Promise<Caller> {
  let token: string | undefined
  const tokens = {
    get: () => (token === undefined ? undefined : { token, refreshToken: '' }),
    set: () => undefined,
    clear: () => undefined,
  }
  const api = createApi(contract, createSend({ baseUrl: url, fetch, tokens, client: 'portal' }))
  token = (await api.session.login({ email: `${account}@demo.kinora.test`, password })).token
  return { api, tenantId }
}

/** What F-1 says about an address: where one ends up, and what is there. */
export type Outcome = { path: string; kind: 'screen' | 'notFound' | 'notice' }

/** Follows the redirects of F-1. A path that is open but has no screen yet is not found (NAV-48). */
export function outcomeOf(path: string, situation: Situation): Outcome {
  const decision = decideRoute(path, situation)
  if (decision?.kind === 'redirect') return outcomeOf(decision.to, situation)
  if (decision?.kind === 'notice') return { path, kind: 'notice' }
  return { path, kind: decision !== undefined && matchRoute(path) ? 'screen' : 'notFound' }
}
