import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { patience } from '../../../scripts/patience.ts'
import { finished, type Started, watched } from './binary.ts'
import { clip, mediaFolder } from './media.ts'
import { password } from './platform.ts'

const publint = join(import.meta.dirname, '../../../node_modules/.bin/publint')
const packages = join(import.meta.dirname, '../..')
const names = ['core', 'server', 'cli', 'react', 'portal'] as const
const home = mediaFolder()
const run = promisify(execFile)

/** Built and packed as `npm publish` would. */
async function pack(name: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--pack-destination', home, '--silent'], {
    cwd: join(packages, name),
  })
  return join(home, stdout.trim().split('\n').at(-1)!)
}

/** The code of a package's page. */
const snippetOf = (name: string): string =>
  /```ts\n(.*?)```/s.exec(readFileSync(join(packages, name, 'README.md'), 'utf8'))![1]!

/** The address that a started server says. */
async function urlOf({ child, output }: Started): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const [, url] = /(http:\S+)/.exec(output.stdout) ?? []
      if (url !== undefined) resolve(url)
    })
    child.on('close', () => reject(new Error(output.stderr)))
  })
}

test(
  'PKG-01 the packed packages work where nothing else is: a clip is processed, the portal is served, and the pages of core, server and react say how',
  async () => {
    const tarballs: string[] = []
    for (const name of names) tarballs.push(await pack(name))
    const isPublished = (tarball: string) => !tarball.includes('portal')
    for (const tarball of tarballs.filter(isPublished)) await run(publint, ['run', tarball, '--strict'])
    const folder = join(home, 'empty')
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    await run('npm', ['install', '--no-audit', '--no-fund', ...tarballs, 'react', 'react-dom'], {
      cwd: folder,
    })
    const env = { ...process.env, KINORA_CONFIG_DIR: join(home, 'config'), KINORA_KEYRING: 'off' }
    const node = (args: readonly string[], stdin = '', more: Record<string, string> = {}): Started => {
      const child = spawn(process.execPath, args, { cwd: folder, env: { ...env, ...more }, stdio: 'pipe' })
      child.stdin.end(stdin)
      return watched(child)
    }
    const bin = join(folder, 'node_modules/@kinora/cli/bin/kinora.cjs')
    const serving = node([bin, 'serve', '--port', '0', '--data', join(home, 'data')], '', {
      KINORA_DEMO_CLIPS: 'off',
      KINORA_DEMO_PASSWORD: password,
    })
    const url = await urlOf(serving)
    const portal = await (await fetch(url, { headers: { accept: 'text/html' } })).text()
    const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(portal) ?? []
    const start = await fetch(new URL(script!, url))
    expect([start.status, start.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ])
    const login = ['login', '--url', url, '--email', 'tenant@demo.kinora.test', '--password-stdin']
    expect(await finished(node([bin, ...login], password))).toMatchObject({ code: 0 })
    const file = await clip(join(folder, 'class.mp4'))
    const sent = await finished(node([bin, 'titles', 'upload', file, '--title', 'Packed']))
    expect(sent).toMatchObject({ code: 0, stdout: expect.stringContaining('status\tFile ready') })
    writeFileSync(join(folder, 'page.mts'), snippetOf('core').replace('http://127.0.0.1:4700', url))
    expect(await finished(node(['page.mts']))).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Packed'),
    })
    const components = "import * as kinora from '@kinora/react'; console.log(typeof kinora.createKinora)"
    expect((await finished(node(['--input-type=module', '-e', components]))).stdout).toBe('function\n')
    serving.child.kill('SIGINT')
    expect((await finished(serving)).code).toBe(0)
    writeFileSync(join(folder, 'server.mts'), snippetOf('server').replace('4700', '0'))
    const inside = node(['server.mts'])
    expect((await fetch(`${await urlOf(inside)}/healthz`)).status).toBe(200)
    inside.child.kill('SIGINT')
    await finished(inside)
  },
  20 * patience,
)
