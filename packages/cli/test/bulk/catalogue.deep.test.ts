import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Title } from '@kinora/core'
import { CHUNK_SIZE, createChunkReader } from '@kinora/core/uploads'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password, startTestPlatform, type TestPlatform, withMedia } from '../platform.ts'

const example = fileURLToPath(new URL('../../../../examples/catalogue/', import.meta.url))
const program = fileURLToPath(new URL('../../bin/kinora.cjs', import.meta.url))

let platform: TestPlatform
let folder: string
let catalogue: string

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** The real command in a process of its own; `watch` sees stderr as it grows, until it has sent a signal. */
function kinora(
  args: string[],
  options: { stdin?: string; watch?: (stderr: string, child: ChildProcess) => boolean } = {},
): Promise<Ended> {
  const env = {
    ...process.env,
    KINORA_URL: platform.url,
    KINORA_CONFIG_DIR: join(folder, 'home'),
    KINORA_KEYRING: 'off',
  }
  const child = spawn(process.execPath, [program, ...args], { env })
  const said = { stdout: '', stderr: '' }
  let signalled = false
  child.stdout.on('data', chunk => {
    said.stdout += String(chunk)
  })
  child.stderr.on('data', chunk => {
    said.stderr += String(chunk)
    if (!signalled) signalled = options.watch?.(said.stderr, child) ?? false
  })
  child.stdin.end(options.stdin ?? '')
  return new Promise(resolve => child.on('close', code => resolve({ code, ...said })))
}

async function titles(): Promise<Title[]> {
  const { stdout } = await kinora(['api', 'titles.search', '--input', '{"take":-1}'])
  return (JSON.parse(stdout).data as Title[]).filter(title => title.externalId?.startsWith('class-'))
}

async function signIn(): Promise<string> {
  const body = JSON.stringify({ email: 'tenant@demo.kinora.test', password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${platform.url}/identity/login`, { method: 'POST', headers, body })
  return `Bearer ${((await answer.json()) as { token: string }).token}`
}

async function digestOf(path: string): Promise<string> {
  const blob = await openAsBlob(path)
  const source = {
    name: path,
    size: blob.size,
    slice: async (start: number, end: number) => blob.slice(start, end),
  }
  const reader = createChunkReader(source, CHUNK_SIZE)
  return reader.digestOf(reader.total, new AbortController().signal)
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-catalogue-'))
  catalogue = join(folder, 'catalogue.csv')
  await copyFile(join(example, 'catalogue.csv'), catalogue)
  await promisify(execFile)(process.execPath, [join(example, 'make-media.mjs'), folder])
  platform = await startTestPlatform(withMedia)
  await kinora(['login', '--email', 'tenant@demo.kinora.test', '--password-stdin'], { stdin: password })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

describe('BULK-12 the example catalogue, killed on the way', () => {
  test('has nothing to mend', async () => {
    const { stdout, code } = await kinora(['titles', 'bulk', 'check', catalogue, '--publish'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 0 })
  })

  test('goes on after kill -9 and after Ctrl-C until all twelve are published, and makes none twice', async () => {
    for (const place of ['class-001-trailer.mp4    0%', 'class-004  class-004.mp4', 'class-007.mp4  100%']) {
      const killed = await kinora(['titles', 'bulk', 'run', catalogue, '--publish'], {
        watch: (stderr, child) => stderr.includes(place) && child.kill('SIGKILL'),
      })
      expect(killed.code).toBeNull()
    }
    const stopped = await kinora(['titles', 'bulk', 'resume'], {
      watch: (stderr, child) => stderr.includes('class-009.mp4') && child.kill('SIGINT'),
    })
    expect(stopped.code).toBe(130)
    expect(stopped.stderr).toContain(`Resume with: kinora titles bulk resume ${catalogue}`)
    expect((await kinora(['titles', 'bulk', 'status', catalogue])).stdout).toContain('\tstopped\t')
    const resumed = await kinora(['titles', 'bulk', 'resume', catalogue])
    expect({ code: resumed.code, rest: resumed.stderr.match(/^✖.*$/m) }).toEqual({ code: 0, rest: null })
    const stored = await titles()
    expect(stored.map(title => title.externalId).sort()).toEqual(
      Array.from({ length: 12 }, (_, index) => `class-${String(index + 1).padStart(3, '0')}`),
    )
    expect(stored.every(title => title.status === 4)).toBe(true)
  })

  test('stored every file as it was, byte for byte, with cover and trailer', async () => {
    const rows: Record<string, string>[] = parse(await readFile(catalogue), { columns: true })
    const stored = new Map((await titles()).map(title => [title.externalId, title]))
    const authorization = await signIn()
    for (const row of rows) {
      const title = stored.get(row.externalId!)!
      const original = await fetch(platform.url + title.rawVideoFileUrl, { headers: { authorization } })
      const source = await readFile(join(folder, row.file!))
      expect(source.equals(Buffer.from(await original.arrayBuffer())), row.externalId).toBe(true)
      expect(title.fileDigest, row.externalId).toBe(await digestOf(join(folder, row.file!)))
      expect(title.trailerLinkMobile !== null, row.externalId).toBe(row.trailer !== '')
      if (row.contentType === 'video') expect(title.imageLink, row.externalId).toMatch(/^\/media\/images\//)
    }
  })

  test('CAPTION-01 brought the captions', async () => {
    const title = (await titles()).find(({ externalId }) => externalId === 'class-001')!
    const { stdout } = await kinora([
      'api',
      'captions.list',
      '--input',
      JSON.stringify({ titleTag: title.tag }),
    ])
    const tracks: { language: string; title: string }[] = JSON.parse(stdout).data
    expect(tracks.map(track => [track.language, track.title]).sort()).toEqual([
      ['de-DE', 'Deutsch'],
      ['en-GB', 'English'],
    ])
  })

  test('run again sends nothing and makes nothing new', async () => {
    const before = await titles()
    const again = await kinora(['titles', 'bulk', 'run', catalogue, '--publish'])
    expect(again.code).toBe(0)
    expect(again.stderr).toContain('12 rows unchanged.')
    expect(await titles()).toEqual(before)
  })
})
