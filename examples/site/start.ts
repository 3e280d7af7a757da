/**
 * Serves the site of every tenant of a demo on this machine, as `npm start` does beside the portal. It signs in as the demo's
 * administrator to read the keys, which a real site is given once.
 *
 *   KINORA_URL=http://127.0.0.1:4700 KINORA_SITES_PORT=4702 node --conditions=@kinora/source examples/site/start.ts
 */
import { fileURLToPath } from 'node:url'
import { contract, createApi, createSend, isKinoraError, session, type Tokens } from '@kinora/core'
import { startSites } from './server.ts'

const { KINORA_URL, PORT = '4700', KINORA_SITES_PORT = '4702' } = process.env
const { KINORA_DEMO_PASSWORD: password = 'Kinora-demo-1' } = process.env
const platform = KINORA_URL ?? `http://127.0.0.1:${PORT}`

const nobody = { get: () => undefined, set() {}, clear() {} }
const signIn = (): Promise<Tokens> =>
  createSend({ baseUrl: platform, fetch, tokens: nobody })(session.login, {
    email: 'admin@demo.kinora.test',
    password,
  })
let current: Promise<Tokens> | undefined
const tokens = {
  get: () => (current ??= signIn()),
  set(fresh: Tokens) {
    current = Promise.resolve(fresh)
  },
  clear() {
    current = undefined
  },
}
const admin = createApi(contract, createSend({ baseUrl: platform, fetch, tokens, refresh: signIn })).tenants

async function readKeys(id: string) {
  try {
    return (await admin.keys({ id })).keys ?? (await admin.generateKeys({ id })).keys ?? undefined
  } catch (error) {
    current = undefined
    if (isKinoraError(error) && ['notFound', 'unauthorised'].includes(error.code)) return undefined
    throw error
  }
}

const asked = new Map<string, ReturnType<typeof readKeys>>()
/** One question at a time for each tenant: a second new pair would end the first. */
function keysOf(id: string) {
  const keys = asked.get(id) ?? readKeys(id).finally(() => asked.delete(id))
  asked.set(id, keys)
  return keys
}

const sites = await startSites({
  platform,
  port: Number(KINORA_SITES_PORT),
  pages: fileURLToPath(new URL('dist', import.meta.url)),
  keysOf,
})
process.on('SIGTERM', () => void sites.close().then(() => process.exit(0)))
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => process.exit(0))
process.send?.(sites.url)
if (process.send === undefined) console.log(`Sites: ${sites.url}/TENANT/`)
