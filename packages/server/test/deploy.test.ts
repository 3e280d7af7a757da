import { execFile, spawnSync } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/adapters/config.ts'
import { assertShared } from '../src/adapters/roles.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const execute = promisify(execFile)
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

describe('OPS-06 what people copy to start several servers', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kinora-deploy-'))
    const [key, cert] = ['kinora.key', 'kinora.pem'].map(name => join(folder, name))
    const subject = ['-subj', '/CN=kinora.example', '-days', '2', '-nodes', '-newkey', 'rsa:2048']
    await execute('openssl', ['req', '-x509', ...subject, '-keyout', key!, '-out', cert!])
    await cp(cert!, join(folder, 'both.pem'))
    await writeFile(
      join(folder, 'both.pem'),
      (await readFile(cert!, 'utf8')) + (await readFile(key!, 'utf8')),
    )
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
    const text = await readFile(join(deploy, 'haproxy/haproxy.cfg'), 'utf8')
    const path = join(folder, 'haproxy.cfg')
    await writeFile(path, text.replaceAll('/etc/haproxy/kinora.pem', join(folder, 'both.pem')))
    const { stdout, stderr } = await execute('haproxy', ['-c', '-f', path])
    expect(`${stdout}${stderr}`).not.toMatch(/WARNING|ALERT/)
  })

  test.skipIf(!has('nginx'))('nginx takes its configuration', async () => {
    const text = await readFile(join(deploy, 'nginx/kinora.conf'), 'utf8')
    await writeFile(join(folder, 'kinora.conf'), text.replaceAll('/etc/nginx/', `${folder}/`))
    const whole = `pid ${folder}/pid; error_log ${folder}/log; events {} http { access_log off; include ${folder}/kinora.conf; }`
    await writeFile(join(folder, 'nginx.conf'), whole)
    const { stderr } = await execute('nginx', ['-t', '-c', join(folder, 'nginx.conf')])
    expect(stderr).toContain('test is successful')
  })

  test.skipIf(!has('systemd-analyze'))('systemd takes its unit', async () => {
    const path = join(folder, 'kinora@web.service')
    await cp(join(deploy, 'systemd/kinora@.service'), path)
    expect(await execute('systemd-analyze', ['verify', path])).toMatchObject({ stderr: '' })
  })
})
