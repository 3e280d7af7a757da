import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyFolder } from '../../server/test/seeded-platform.ts'
import { bin, createBinary, finished, type Started, watched } from './binary.ts'
import { clip } from './media.ts'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import type { Shell } from './shell.ts'

const asOldNode = `data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })")}`

let server: TestPlatform
let shell: Shell
const at = (name: string) => join(shell.folder, name)
const { start, kinora, intoFile } = createBinary(
  () => shell.folder,
  () => server.url,
)
beforeAll(async () => {
  server = await sharedPlatform()
  shell = await server.signedIn('tenant')
})

/** Ends the command in its own way as soon as its stderr says something. */
function when({ child, output }: Started, said: RegExp, act: () => void): void {
  const listen = () => {
    if (!said.test(output.stderr)) return
    child.stderr?.off('data', listen)
    act()
  }
  child.stderr?.on('data', listen)
}

const stored = (tag: string): Buffer => readFileSync(server.storedPath(tag))

describe('CLI binary', () => {
  test('help, version and exit codes', async () => {
    expect(await kinora('--help')).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Usage: kinora'),
    })
    expect(await kinora('titles', 'show', 'nothing-here')).toMatchObject({ code: 3, stdout: '' })
    expect(await kinora('whoami')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('email\ttenant@demo.kinora.test\n'),
    })
  })
  test('a reader that goes away ends it quietly', async () => {
    const started = start(['api', 'titles.search', '--input', '{"take":-1}'])
    started.child.stdout?.destroy()
    expect(await finished(started)).toMatchObject({ code: 0, stderr: '' })
  })
  test('work that changes something goes on to its end and its own exit code after its reader has gone away', async () => {
    const catalogue = at('catalogue.csv')
    const rows = Array.from({ length: 30 }, (_, index) => `gone-${index},Gone ${index}`)
    writeFileSync(catalogue, ['externalId,title', ...rows].join('\n'))
    expect((await kinora('titles', 'bulk', 'run', catalogue, '--yes')).code).toBe(0)
    const undone = start(['titles', 'bulk', 'undo', catalogue, '--yes'])
    undone.child.stdout?.destroy()
    expect(await finished(undone)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Deleted 30 titles'),
    })
    const absent = start(['titles', 'delete', 'no-such-title', '--yes'])
    absent.child.stdout?.destroy()
    absent.child.stderr?.destroy()
    expect(await finished(absent)).toMatchObject({ code: 3 })
  })
  test.runIf(existsSync('/dev/full')).each([
    ['results', ['titles', 'list', '--json']],
    ['help', ['--help']],
  ])('a full disk behind stdout is said in words with exit code 1: %s', (_, args) => {
    const full = openSync('/dev/full', 'w')
    return expect(intoFile(full, args)).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^✖ Error: This machine’s disk is full: stdout .*\n {2}Fix: .*\n$/),
    })
  })
  test('a Node that is too old hands over to the bundled one', async () => {
    const { code, stdout, stderr } = await finished(start(['--version'], '', ['--import', asOldNode]))
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '1.12.0\n', stderr: '' })
  })
  test('without a bundled Node it says which one it needs', async () => {
    const folder = at('alone/packages/cli/bin')
    mkdirSync(folder, { recursive: true })
    copyFileSync(bin, join(folder, 'kinora.cjs'))
    const child = spawn(process.execPath, ['--import', asOldNode, join(folder, 'kinora.cjs')], {
      stdio: 'pipe',
    })
    let stderr = ''
    child.stderr.on('data', chunk => {
      stderr += String(chunk)
    })
    const code = await new Promise(resolve => child.on('close', resolve))
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringContaining('kinora needs Node 22.19 or newer'),
    })
  })
  test('installed, it runs what was built, whatever came last out of the packages', async () => {
    const scope = at('installed/@kinora')
    for (const folder of ['cli/bin', 'cli/dist', 'core/src'])
      mkdirSync(join(scope, folder), { recursive: true })
    copyFileSync(bin, join(scope, 'cli/bin/kinora.cjs'))
    writeFileSync(join(scope, 'cli/package.json'), '{ "type": "module" }')
    writeFileSync(join(scope, 'cli/dist/main.mjs'), "export const main = () => console.log('built')")
    utimesSync(join(scope, 'cli/dist/main.mjs'), 0, 0)
    writeFileSync(join(scope, 'core/src/index.ts'), '')
    const child = spawn(process.execPath, [join(scope, 'cli/bin/kinora.cjs')], { stdio: 'pipe' })
    expect(await finished(watched(child))).toMatchObject({ code: 0, stdout: 'built\n' })
  })
})

describe('CLI binary on a terminal', () => {
  test.runIf(existsSync('/usr/bin/script'))(
    'what moves is drawn there, and NO_COLOR silences it',
    async () => {
      const waiting: ServerResponse[] = []
      let isHeld = true
      const held = createServer((_, answer) => {
        waiting.push(answer)
        if (!isHeld) answer.writeHead(404).end('{}')
      })
      await once(held.listen(0, '127.0.0.1'), 'listening')
      const { port } = held.address() as AddressInfo
      const login = `login --url http://127.0.0.1:${port} --email tenant@demo.kinora.test --password-stdin`
      const onTerminal = (noColor: string) => {
        const own = { CI: '', NO_COLOR: noColor, TERM: 'xterm', KINORA_CONFIG_DIR: at('seen') }
        const env = { ...process.env, ...own, KINORA_KEYRING: 'off' }
        const command = `echo word | "${process.execPath}" "${bin}" ${login}`
        const stdio = ['ignore', 'pipe', 'pipe'] as const
        return watched(spawn('script', ['-qec', command, '/dev/null'], { env, stdio: [...stdio] }))
      }
      const silent = onTerminal('1')
      await expect.poll(() => waiting.length).toBe(1)
      // Begun later, so that the other has waited long enough as well once this one draws.
      const moving = onTerminal('')
      await expect.poll(() => moving.output.stdout).toContain('Signing in')
      isHeld = false
      for (const answer of waiting) answer.writeHead(404).end('{}')
      const ended = await Promise.all([silent, moving].map(finished))
      held.close()
      for (const { stdout } of ended) expect(stdout).toContain('✖')
      for (const drawn of ['Signing in', '\u001b[']) expect(ended[0]!.stdout).not.toContain(drawn)
    },
  )
})

describe('CLI binary, interrupted', () => {
  test('UPLOAD-04, UPLOAD-06 kill -9 in mid-upload, then the same command: one title, equal byte for byte', async () => {
    const file = await clip(at('killed.mp4'), 21 * 1024 * 1024)
    const title = 'Killed'
    const args = ['titles', 'upload', file, '--title', title, '--no-wait']
    for (const percent of [/ [1-9]\d%/, / [4-9]\d%/]) {
      const started = start(args)
      when(started, percent, () => started.child.kill('SIGKILL'))
      expect(await finished(started)).toMatchObject({ signal: 'SIGKILL', stdout: '' })
    }
    const { code, stdout, stderr } = await finished(start(args))
    expect(code).toBe(0)
    const first = [...stderr.matchAll(/(\d+)%/g)].map(match => Number(match[1])).find(percent => percent > 0)
    expect(first).toBeGreaterThan(39)
    const { stdout: found } = await shell.run(['titles', 'list', '--query', title, '--json', 'tag'])
    const tags = (JSON.parse(found) as { tag: string }[]).map(title => title.tag)
    expect(tags).toEqual([stdout.match(/^tag\t(.*)$/m)?.[1]])
    expect(stored(tags[0]!).equals(readFileSync(file))).toBe(true)
    const kept = await shell.run(['titles', 'download', tags[0]!])
    expect(kept).toMatchObject({ code: 7, stderr: expect.stringContaining('killed.mp4 already exists') })
  })
  test('Ctrl-C: exit code 130, what is kept and how to go on', async () => {
    const file = await clip(at('stopped.mp4'), 13 * 1024 * 1024)
    const started = start(['titles', 'upload', file, '--title', 'Stopped', '--no-wait'])
    when(started, / [2-9]\d%/, () => started.child.kill('SIGINT'))
    const { code, stdout, stderr } = await finished(started)
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' })
    expect(stderr).toContain(`Fix:  Resume with: kinora titles upload ${file} --title Stopped --no-wait`)
  })
})

test('UPLOAD-04, EMBED-03, PKG-01 examples/upload, with core alone: killed, it goes on where the server stands', async () => {
  const file = await clip(at('alone.mp4'), 13 * 1024 * 1024)
  const example = join(import.meta.dirname, '../../../examples/upload/upload.mjs')
  const create = ['keys', 'create', '--name', 'Program', '--right', 'upload', '--json', 'secret']
  const { secret } = JSON.parse((await shell.run(create)).stdout) as { secret: string }
  const begin = () =>
    watched(
      spawn(process.execPath, ['--conditions=@kinora/source', example, file, 'alone-1'], {
        env: { ...process.env, KINORA_API_KEY: secret, KINORA_URL: server.url },
      }),
    )
  const killed = begin()
  when(killed, /^[1-9]\d* of/m, () => killed.child.kill('SIGKILL'))
  expect(await finished(killed)).toMatchObject({ signal: 'SIGKILL', stdout: '' })
  const { code, stdout, stderr } = await finished(begin())
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/^0 of/m)])
  const { stdout: found } = await shell.run(['titles', 'list', '--external-id', 'alone-1', '--json', 'tag'])
  expect(JSON.parse(found)).toEqual([{ tag: stdout.split('\t')[0] }])
  expect(stored(stdout.split('\t')[0]!).equals(readFileSync(file))).toBe(true)
})

describe('CLI binary, serve', () => {
  test('runs the platform in its process and stops on Ctrl-C', async () => {
    const served = at('served')
    await cp(await emptyFolder(), served, { recursive: true })
    const started = start(['serve', '--port', '0', '--data', served, '--empty'])
    await new Promise<void>((resolve, reject) => {
      started.child.stdout?.on('data', () => started.output.stdout.includes('\n') && resolve())
      started.child.on('close', () => reject(new Error(started.output.stderr)))
    })
    const url = started.output.stdout.match(/^Kinora is running at (http:\/\/127\.0\.0\.1:\d+)$/m)?.[1]
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    started.child.kill('SIGINT')
    expect(await finished(started)).toMatchObject({ code: 0, stderr: expect.stringContaining('✔ Stopped') })
  })
})
