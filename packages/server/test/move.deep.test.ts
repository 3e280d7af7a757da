import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TitleStatus } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import { openStore } from '../src/adapters/blobs-s3/store.ts'
import { createChildren } from './child.ts'
import { createPostgres } from './database.ts'
import { hasSwift, inSwift, type Swift, startSwift, variablesOf } from './swift.ts'
import { clip, padded, ready, sendFile, viewTitle } from './titles/support.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'kinora-move-'))
const start = await createChildren('provider', dataDir)

const script = `
  import { movePlatform, readConfig } from '@kinora/server/platform'
  const config = readConfig(process.env)
  const { files } = await movePlatform(config, { databaseUrl: process.env.MOVE_TO, files: config.files })
  process.stdout.write(JSON.stringify(files))
`

describe.skipIf(!hasSwift)(`a platform that moves${inSwift}`, () => {
  let swift: Swift
  const moving = new Set<ChildProcess>()
  beforeAll(async () => {
    swift = await startSwift()
  })
  afterAll(async () => {
    for (const child of moving) child.kill('SIGKILL')
    await swift?.stop()
  })

  test('OPS-04 rows to PostgreSQL and files to S3, killed four times: then it plays there what was uploaded before', async () => {
    const variables = { KINORA_DEMO_CLIPS: 'off', KINORA_RTMP_PORT: 'off' }
    const before = await start(variables)
    const { tag } = await before.api.titles.create({ ...ready, imageLink: null, IsAutoPublish: true })
    await sendFile(before.api, tag, padded(await clip(), 40_000_000))
    await before.api.titles.encodeVideo({ tag })
    await until(
      'it is published',
      async () => (await viewTitle(before.api, tag)).status === TitleStatus.Published,
    )
    await before.kill()

    const place = await swift.createBucket()
    const store = openStore(place)
    const databaseUrl = await createPostgres()
    const s3 = variablesOf(place)
    const run = () => {
      const child = spawn(
        process.execPath,
        ['--conditions=@kinora/source', '--input-type=module', '-e', script],
        {
          cwd: join(import.meta.dirname, '..'),
          env: { ...process.env, ...s3, KINORA_DATA_DIR: dataDir, MOVE_TO: databaseUrl },
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      )
      moving.add(child)
      let said = ''
      child.stdout.on('data', part => {
        said += String(part)
      })
      const ended = new Promise<string>(resolve => child.once('close', () => resolve(said)))
      return { child, ended }
    }
    const stored = async () => {
      let count = 0
      for await (const _ of store.list('objects/')) count += 1
      return count
    }
    const objects = join(dataDir, 'blobs/objects')
    const files = (await readdir(objects, { recursive: true, withFileTypes: true })).filter(entry =>
      entry.isFile(),
    )
    for (const share of [0, 0.3, 0.7, 1]) {
      const { child, ended } = run()
      await until('files are there', async () => {
        const count = await stored()
        return child.exitCode !== null || (count > 0 && count >= share * files.length)
      })
      child.kill('SIGKILL')
      await ended
    }
    const { child, ended } = run()
    const said = await ended
    expect(child.exitCode).toBe(0)
    expect(JSON.parse(said)).toMatchObject({ count: files.length })

    const after = await start({ ...variables, ...s3, DATABASE_URL: databaseUrl })
    const { streamingLink } = await after.api.titles.streamingLink({ tenant: 'ironside', tag })
    const played = await playAll(new URL(streamingLink, after.url).href)
    expect(played.filter(path => path.endsWith('/media.mp4')).length).toBeGreaterThan(0)
    expect(await after.api.titles.verify({ tag })).toMatchObject({ isIntact: true })
    await after.kill()
    store.close()
  })
})

/** Every address that a playlist and those below it name, each of which has to answer. */
async function playAll(address: string): Promise<string[]> {
  const answer = await fetch(address)
  expect([address, answer.status]).toEqual([address, 200])
  const text = await answer.text()
  const { pathname } = new URL(address)
  if (!pathname.endsWith('.m3u8')) return [pathname]
  const named = [...text.matchAll(/URI="([^"]+)"|^([^#\s].*)$/gm)].map(([, uri, line]) => uri ?? line!)
  const found = await Promise.all(named.map(name => playAll(new URL(name, address).href)))
  return [pathname, ...found.flat()]
}
