import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { promisify } from 'node:util'
import { until } from '../../../scripts/patience.ts'
import { freePort } from './cluster.ts'
import { copied, has } from './copied.ts'
import type { Haproxy } from './haproxy.ts'
import { end } from './server-process.ts'

export const hasNginx = has('nginx')

/** Said in the name of what is left out. */
export const inNginx = hasNginx ? '' : ' (left out: nginx isn’t installed)'

const execute = promisify(execFile)

/** `kinora.key` and `kinora.pem` of 127.0.0.1, which calls of this process trust from now on. */
export async function makeCertificate(folder: string): Promise<void> {
  const names = ['-subj', '/CN=kinora.example', '-addext', 'subjectAltName=IP:127.0.0.1']
  const [key, certificate] = ['kinora.key', 'kinora.pem'].map(name => join(folder, name)) as [string, string]
  const made = ['-days', '2', '-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate]
  await execute('openssl', ['req', '-x509', ...names, ...made])
  setDefaultCACertificates([...getCACertificates('default'), await readFile(certificate, 'utf8')])
}

/** The configuration that people copy, in front of these web servers. */
const configurationFor = (folder: string, ports: { plain: number; tls: number; web: readonly number[] }) =>
  copied('nginx/kinora.conf', [
    [/10\.0\.0\.11:4700/, `127.0.0.1:${ports.web[0]}`],
    [/10\.0\.0\.12:4700/, `127.0.0.1:${ports.web[1]}`],
    [/listen 80;/, `listen 127.0.0.1:${ports.plain};`],
    [/listen 443 /, `listen 127.0.0.1:${ports.tls} `],
    [/\/etc\/nginx\/kinora\.pem/, join(folder, 'kinora.pem')],
    [/\/etc\/nginx\/kinora\.key/, join(folder, 'kinora.key')],
  ])

/** What is around it in an nginx of Debian, within a folder. */
export async function writeMain(folder: string, configuration: string): Promise<string> {
  const path = join(folder, 'nginx.conf')
  await writeFile(join(folder, 'kinora.conf'), configuration)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const places = temporary.map(name => `${name}_temp_path ${folder}/${name};`).join(' ')
  const user = process.getuid?.() === 0 ? `user ${userInfo().username} ${userInfo().username};` : ''
  await writeFile(
    path,
    `${user} worker_processes 2; pid ${folder}/pid; error_log ${folder}/error.log; events {}
     http { access_log off; ${places} include ${folder}/kinora.conf; }`,
  )
  return path
}

/** In front of two web servers, with a certificate. */
export async function startNginx(web: readonly [number, number]): Promise<Haproxy> {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-nginx-'))
  await makeCertificate(folder)
  const [plain, tls] = [await freePort(), await freePort()]
  const path = await writeMain(folder, await configurationFor(folder, { plain, tls, web }))
  const child = spawn('nginx', ['-e', join(folder, 'error.log'), '-g', 'daemon off;', '-c', path], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  // Killed, it would leave its workers behind.
  const endAtOnce = () => void child.kill('SIGTERM')
  process.on('exit', endAtOnce)
  const url = `https://127.0.0.1:${tls}`
  await until('nginx has a web server', () =>
    fetch(`${url}/healthz`).then(
      ({ status }) => status === 200,
      () => false,
    ),
  )
  return {
    url,
    plain: `http://127.0.0.1:${plain}`,
    async stop() {
      process.off('exit', endAtOnce)
      await end(child, 'SIGTERM')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
