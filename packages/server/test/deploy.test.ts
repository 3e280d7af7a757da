import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, variableNames } from '../src/adapters/config.ts'
import { assertShared, endingOf } from '../src/adapters/roles.ts'
import { copied, deploy, has } from './copied.ts'
import { makeCertificate, writeMain } from './nginx.ts'

const execute = promisify(execFile)

describe('OPS-06 what people copy to start several servers', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-deploy-'))
    await makeCertificate(folder)
    const both = await Promise.all(['pem', 'key'].map(end => readFile(join(folder, `kinora.${end}`), 'utf8')))
    await writeFile(join(folder, 'both.pem'), both.join(''))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('the settings of a web server are whole once the store’s and the platform’s own are filled in', async () => {
    const text = await readFile(join(deploy, 'kinora.env'), 'utf8')
    const lines = text.split('\n').filter(line => line !== '' && !line.startsWith('#'))
    const given = Object.fromEntries(lines.map(line => line.split(/=(.*)/s).slice(0, 2)))
    expect(() => readConfig({ ...given, KINORA_ROLE: 'web' })).toThrow(
      'KINORA_SECRET is still that of the example',
    )
    const own = Object.entries(given).map(([name, value]) => [
      name,
      String(value).replace('CHANGE-ME', '0123456789abcdef'),
    ])
    const config = readConfig({ ...Object.fromEntries(own), KINORA_ROLE: 'web' })
    expect(() => assertShared(config)).not.toThrow()
    expect(config.rtmpUrl).toBe('rtmps://kinora.example:1936/live')
  })

  test.skipIf(!has('haproxy'))('HAProxy takes its configuration', async () => {
    const path = join(folder, 'haproxy.cfg')
    const text = await copied('haproxy/haproxy.cfg', [
      [/\/etc\/haproxy\/kinora\.pem/g, join(folder, 'both.pem')],
    ])
    await writeFile(path, text)
    const { stdout, stderr } = await execute('haproxy', ['-c', '-f', path])
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
  })

  test.skipIf(!has('nginx'))('nginx takes its configuration', async () => {
    const path = await writeMain(
      folder,
      await copied('nginx/kinora.conf', [[/\/etc\/nginx\//g, `${folder}/`]]),
    )
    const { stderr } = await execute('nginx', ['-t', '-c', path])
    expect(stderr).toContain('test is successful')
  })

  test.skipIf(!has('systemd-analyze'))('systemd takes its unit', async () => {
    const path = join(folder, 'kinora@web.service')
    await cp(join(deploy, 'systemd/kinora@.service'), path)
    expect(await execute('systemd-analyze', ['verify', path])).toMatchObject({ stderr: '' })
  })

  const root = join(deploy, '..')
  const textOf = (path: string) => readFile(join(deploy, path), 'utf8')

  test.each([
    ...['kinora.env', 'compose.yaml', 'Dockerfile', 'systemd/kinora@.service'],
    ...['helm/kinora/values.yaml', 'helm/kinora/templates/servers.yaml', 'helm/kinora/templates/_server.tpl'],
  ])('every variable that %s sets is one that servers read', async path => {
    const lines = (await textOf(path)).split('\n').filter(line => !/^\s*#/.test(line))
    // What Compose itself fills in stands in braces.
    const named = lines
      .join('\n')
      .replaceAll(/\$\{\w+/g, '')
      .match(/\b(?:KINORA|AWS|OTEL)_[A-Z_]*[A-Z]\b/g)
    expect((named ?? []).filter(name => !variableNames.has(name))).toEqual([])
  })

  test('image, unit and containers start what is there, where it answers', async () => {
    const [image, unit, containers] = await Promise.all(
      ['Dockerfile', 'systemd/kinora@.service', 'compose.yaml'].map(textOf),
    )
    const { scripts, engines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    for (const [, script] of image!.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script!)
    const command: string[] = JSON.parse(/^CMD (.*)$/m.exec(image!)![1]!)
    expect(existsSync(join(root, command[1]!))).toBe(true)
    expect(unit).toContain(`ExecStart=/usr/bin/env ${command.join(' ')}\n`)
    expect(Number(/^FROM node:(\d+)/m.exec(image!)![1])).toBeGreaterThan(
      Number.parseInt(engines.node.slice(2), 10),
    )
    const { port } = readConfig({})
    expect(image).toMatch(new RegExp(`^EXPOSE ${port} `, 'm'))
    expect(containers).toContain(`'http://127.0.0.1:${port}/readyz'`)
    expect(containers).toContain(`expose: ['${port}']`)
    // A web server is given the time that it gives others.
    const { drain, grace } = endingOf({ role: 'web', drainSeconds: undefined })
    const seconds = [/^TimeoutStopSec=(\d+)$/m.exec(unit!), /stop_grace_period: (\d+)s/.exec(containers!)]
    for (const given of seconds) expect(Number(given![1])).toBeGreaterThan(drain + grace + 5)
  })

  test.skipIf(!has('docker-compose'))('Docker Compose takes its file', async () => {
    // Debian’s Compose 1.29 doesn’t know the name of a project.
    const text = await copied('compose.yaml', [
      [/^name: kinora\n/m, ''],
      [/context: \.\./, `context: ${root}`],
      [/env_file: /, `env_file: ${deploy}/`],
    ])
    const path = join(folder, 'compose.yaml')
    await writeFile(path, text)
    const env = { ...process.env, KINORA_DATABASE_PASSWORD: 'one' }
    const { stdout } = await execute('docker-compose', ['-f', path, 'config'], { env })
    expect(stdout.match(/KINORA_ROLE: \w+/g)).toEqual(['KINORA_ROLE: web', 'KINORA_ROLE: worker'])
  })

  describe.skipIf(!has('helm'))('Helm takes its chart', () => {
    const chart = join(deploy, 'helm/kinora')
    const helm = (...args: string[]) =>
      execute('helm', args, { env: { ...process.env, HELM_CACHE_HOME: folder } })
    const needed = ['--set', 'image.repository=registry.example/kinora,image.tag=1,secret=kinora']

    test('lint finds nothing', async () => {
      expect((await helm('lint', '--strict', chart, ...needed)).stdout).toContain('0 chart(s) failed')
    })

    test('what has to be named is asked for', async () => {
      await expect(helm('template', 'kinora', chart)).rejects.toThrow('image.repository: where')
    })

    test('web servers and workers are as they are elsewhere, and end in the time they are given', async () => {
      const { stdout } = await helm('template', 'kinora', chart, ...needed)
      const kinds = stdout
        .match(/^kind: \w+$/gm)
        ?.map(line => line.slice(6))
        .sort()
      expect(kinds).toEqual(['Deployment', 'Deployment', 'Ingress', 'PodDisruptionBudget', 'Service'])
      const [drain, stop] = [/DRAIN_SECONDS\s+value: "(\d+)"/, /terminationGracePeriodSeconds: (\d+)/].map(
        pattern => Number(pattern.exec(stdout)![1]),
      )
      expect(stop).toBeGreaterThan(drain! + endingOf({ role: 'web', drainSeconds: drain }).grace + 5)
      expect(stdout.match(/KINORA_ROLE\s+value: "\w+"/g)).toHaveLength(2)
    })
  })
})
