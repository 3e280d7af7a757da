import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Api, contract, createApi, createSend, type KinoraContract, type Tokens } from '@kinora/core'
import { afterAll } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'

const main = join(import.meta.dirname, '../src/main.ts')

type TestApi = Api<KinoraContract>

export interface StartedChild {
  url: string
  api: TestApi
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
    const env = { ...process.env, PORT: '0', KINORA_DATA_DIR: folder, LOG_LEVEL: 'silent', ...variables }
    const child = spawn(process.execPath, ['--conditions=@kinora/source', main], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    const url = await addressOf(child)
    return { url, api: await signIn(url, account), kill: () => end(child) }
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${printed}`)))
    child.stdout!.on('data', (part: Buffer) => {
      printed += part.toString()
      const found = /running at (\S+)/.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
}

async function signIn(baseUrl: string, account: keyof typeof demoAccounts): Promise<TestApi> {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens: store, timeout: 0 }))
  tokens = await api.session.login({ email: demoAccounts[account].email, password: DEMO_PASSWORD })
  return api
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
