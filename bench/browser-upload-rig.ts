import { randomFillSync } from 'node:crypto'
import { closeSync, fsyncSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Api, contract, createApi, createSend, type KinoraContract } from '@kinora/core'
import type { Page } from 'playwright-core'
import { startCommand } from '../faults/processes.ts'
import { makeClip } from '../packages/server/test/media/clips.ts'

const MIB = 1_048_576
const account = 'tenant@demo.kinora.test'
export const password = 'Kinora-demo-1'

/** A server, somebody who is signed in to it, and a file to send. */
export interface Rig {
  url: string
  api: Api<KinoraContract>
  folder: string
  path: string
  size: number
}

export async function makeRig(url: string, folder: string, mebibytes: number): Promise<Rig> {
  const path = join(folder, 'noise.mp4')
  const size = await makeFile(path, mebibytes)
  const rig = { url, api: await signIn(url), folder, path, size }
  await runCommand(rig, ['login', '--email', account, '--password-stdin'], password)
  return rig
}

/** The editor of a new title, ready for the file, which the platform doesn't know; returns the title's tag. */
export async function openEditor(rig: Rig, page: Page): Promise<string> {
  await page.goto(`${rig.url}/login`)
  await page.getByLabel('Email').fill(account)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  const tag = await newTitle(rig)
  await page.goto(`${rig.url}/media/contentTitles/edit/${tag}`)
  await page.locator('.kn-drop').first().waitFor()
  await page.waitForLoadState('networkidle')
  return tag
}

export async function byCommandLine(rig: Rig): Promise<number> {
  const tag = await newTitle(rig)
  const [milliseconds] = await Promise.all([
    whole(rig, tag),
    runCommand(rig, ['titles', 'upload', rig.path, '--tag', tag, '--no-wait']),
  ])
  await forget(rig, tag)
  return milliseconds
}

/**
 * Milliseconds for the whole file, counted from the first chunk that the server has: starting up is not uploading. The
 * server is asked seldom until nearly all of it is there, as each question takes it two milliseconds.
 */
export async function whole({ api, size }: Rig, tag: string): Promise<number> {
  let first: { at: number; bytes: number } | undefined
  for (;;) {
    const state = await api.uploads.videoState({ tag }).catch(() => null)
    const at = performance.now()
    const bytes = state === null ? 0 : Math.min(size, (state.nextChunk - 1) * 4 * MIB)
    if (first === undefined && bytes > 0) first = { at, bytes }
    if (state?.complete && first !== undefined) {
      if (first.bytes >= size) throw new Error('the file was there at once: nothing was sent')
      return ((at - first.at) * size) / (size - first.bytes)
    }
    const speed = first === undefined || at === first.at ? 0 : (bytes - first.bytes) / (at - first.at)
    await wait(speed > 0 ? Math.max(20, Math.min(500, ((size - bytes) / speed) * 0.8)) : 50)
  }
}

/** Calls the processing off and takes the title away, so that nothing works while the next one is measured. */
export async function forget({ api }: Rig, tag: string): Promise<void> {
  await api.titles.cancelContent({ titleTag: tag }).catch(() => undefined)
  await api.titles.remove({ tags: [tag] })
}

/** For a file with other noise at its end: one that the platform knew already would not be sent (decision 0010). */
async function newTitle(rig: Rig): Promise<string> {
  const file = openSync(rig.path, 'r+')
  writeSync(file, randomFillSync(Buffer.alloc(MIB)), 0, MIB, rig.size - MIB)
  fsyncSync(file)
  closeSync(file)
  return (await rig.api.titles.create({ className: `Bench ${Math.random()}` })).tag
}

/** A second of picture, and noise in a box that players skip. */
async function makeFile(path: string, mebibytes: number): Promise<number> {
  await makeClip(path, { seconds: 1, size: '320x180', rate: '10' })
  const box = Buffer.alloc(8)
  box.writeUInt32BE(mebibytes * MIB, 0)
  box.write('free', 4, 'latin1')
  const file = openSync(path, 'a')
  writeSync(file, box)
  const noise = Buffer.alloc(MIB)
  for (let written = 8; written < mebibytes * MIB; written += MIB)
    writeSync(file, randomFillSync(noise), 0, Math.min(MIB, mebibytes * MIB - written))
  closeSync(file)
  return statSync(path).size
}

async function runCommand({ folder, url }: Pick<Rig, 'folder' | 'url'>, args: string[], stdin = '') {
  const env = { KINORA_CONFIG_DIR: join(folder, 'home'), KINORA_URL: url, KINORA_REUSE: 'off' }
  const { code, stderr } = await startCommand(args, env, stdin).done
  if (code !== 0) throw new Error(stderr)
}

async function signIn(baseUrl: string): Promise<Api<KinoraContract>> {
  let token = ''
  const tokens = { get: () => (token === '' ? undefined : { token }), set() {}, clear() {} }
  const api = createApi(contract, createSend({ baseUrl, fetch, tokens }))
  token = (await api.session.login({ email: account, password })).token
  return api
}
