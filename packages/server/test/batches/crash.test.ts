import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract, createApi, createSend, type Tokens } from '@kinora/core'
import { afterAll, expect, it } from 'vitest'
import { DEMO_PASSWORD, demoAccounts } from '../../src/seed/accounts.ts'
import type { TestApi } from '../titles/support.ts'
import { addBatch, plainRows, settled, titlesOf } from './support.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const folder = await mkdtemp(join(tmpdir(), 'kinora-batch-crash-'))
const children = new Set<ChildProcess>()
afterAll(async () => {
  for (const child of children) await kill(child)
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<{ child: ChildProcess; api: TestApi }> {
  const env = { ...process.env, PORT: '0', KINORA_DATA_DIR: folder, LOG_LEVEL: 'silent' }
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
  let tokens: Tokens | undefined
  const store = { get: () => tokens, set: () => undefined, clear: () => undefined }
  const api = createApi(contract, createSend({ baseUrl: url, fetch, tokens: store, timeout: 0 }))
  tokens = await api.session.login({ email: demoAccounts.tenant.email, password: DEMO_PASSWORD })
  return { child, api }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  children.delete(child)
}

it('BULK-12 a batch whose server is killed with -9 goes on by itself and makes every title once', async () => {
  const first = await start()
  const id = await addBatch(first.api, plainRows(60))
  await first.api.batches.process({ id })
  while ((await first.api.batches.fetch({ id })).rows.done < 5)
    await new Promise(done => setTimeout(done, 10))
  await kill(first.child)

  const second = await start()
  expect(await settled(second.api, id)).toMatchObject({
    status: 'Complete',
    rows: { total: 60, done: 60, bad: 0 },
  })
  const ids = await titlesOf(second.api)
  expect([ids.length, new Set(ids).size]).toEqual([60, 60])
  await kill(second.child)
}, 240_000)
