import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, TitleStatus, type Tokens } from '@kinora/core'
import { afterAll, expect, it } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../../src/seed/accounts.ts'
import { demoClips } from '../../src/seed/clips.ts'
import { type TestApi, until } from './support.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const folder = await mkdtemp(join(tmpdir(), 'kinora-crash-'))
const children = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of children) await kill(child)
  await rm(folder, { recursive: true, force: true })
})

/** The platform as it is started by hand, on a folder that outlives it. */
async function start(): Promise<{ child: ChildProcess; api: TestApi }> {
  const env = { ...process.env, PORT: '0', KINORA_DATA_DIR: folder, KINORA_LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, ['--conditions=@kinora/source', main], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.add(child)
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ''
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${printed}`)))
    child.stdout!.on('data', (part: Buffer) => {
      printed += part.toString()
      const found = /running at (\S+)/.exec(printed)?.[1]
      if (found !== undefined) resolve(found)
    })
  })
  return { child, api: await signIn(url) }
}

async function signIn(baseUrl: string): Promise<TestApi> {
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens: store }))
  tokens = await api.session.login({ email: demoAccounts.admin.email, password: DEMO_PASSWORD })
  return api
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  children.delete(child)
}

const clips = async (api: TestApi) =>
  (await api.titles.find({ titleTags: demoClips.map(demo => demo.title.tag) })).data
const { EncodingQueued, NormalisationQueued, Published, Completed } = TitleStatus

it('killed with -9 while it processes and started again, every title still comes to its end', async () => {
  const first = await start()
  await until(
    () => clips(first.api),
    titles =>
      titles.some(({ status, processing }) => status === EncodingQueued && processing?.step === 'encode'),
  )
  await kill(first.child)

  const second = await start()
  await until(
    () => clips(second.api),
    titles => titles.some(({ status }) => status === Published),
  )
  await until(
    () => clips(second.api),
    titles => titles.some(({ status }) => status === EncodingQueued || status === NormalisationQueued),
  )
  await kill(second.child)

  const third = await start()
  const done = await until(
    () => clips(third.api),
    titles => titles.every(({ status }) => status === Published || status === Completed),
  )
  expect(done).toHaveLength(6)
  expect(done.filter(({ status }) => status === Published)).toHaveLength(5)
  expect(
    done.every(({ streamingLink, fileDigest, imageLink }) => streamingLink && fileDigest && imageLink),
  ).toBe(true)
}, 240_000)
