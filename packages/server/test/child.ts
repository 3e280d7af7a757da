import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, contract, createApi, createSend, type KinoraContract, type Tokens } from '@kinora/core'
import { afterAll } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'
import { addressOf, end, spawnServer } from './server-process.ts'

export type ChildApi = Api<KinoraContract>

export interface StartedChild {
  url: string
  api: ChildApi
  /** kill -9. */
  kill(): Promise<void>
}

/** The platform as it is started by hand, as often as wanted on one folder that outlives it; all of it goes with the test. */
export async function createChildren(
  account: keyof typeof demoAccounts,
  given?: string,
): Promise<(variables?: NodeJS.ProcessEnv) => Promise<StartedChild>> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'kinora-crash-')))
  const children = new Set<ChildProcess>()
  afterAll(async () => {
    for (const child of children) await end(child)
    await rm(folder, { recursive: true, force: true })
  })
  return async variables => {
    const child = spawnServer({ KINORA_DATA_DIR: folder, ...variables })
    children.add(child)
    const url = await addressOf(child)
    return { url, api: await signIn(url, account), kill: async () => void (await end(child)) }
  }
}

export async function signIn(baseUrl: string, account: keyof typeof demoAccounts): Promise<ChildApi> {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens: store, timeout: 0 }))
  tokens = await api.session.login({ email: demoAccounts[account].email, password: DEMO_PASSWORD })
  return api
}
