import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { until } from '../../../scripts/patience.ts'
import type { LadderStep } from '../../server/src/ports/media.ts'
import { clip } from './media.ts'
import { startTestPlatform, type TestPlatform, withMedia } from './platform.ts'
import { runScript } from './script.ts'
import { createShell, journalOf, type Shell } from './shell.ts'

let server: TestPlatform
let person: Shell
let admin: Shell
beforeAll(async () => {
  server = await startTestPlatform(withMedia)
  person = await server.signedIn('tenant')
  admin = await server.signedIn('admin')
})
afterAll(() => server?.close())

const keys = (...args: string[]) => person.run(['keys', ...args])
/** A new key of the tenant's, and its id. */
async function newKey(...rights: string[]): Promise<{ secret: string; keyId: string }> {
  const made = await keys('create', '--name', 'CI', '--right', rights.join(','), '--json', 'secret,keyId')
  expect(made.stderr).not.toContain('kn_live_')
  return JSON.parse(made.stdout)
}
const withKey = (shell: Shell, secret: string, args: readonly string[]) =>
  shell.run(args, { env: { KINORA_API_KEY: secret } })

describe('KEY-01 kinora keys', () => {
  test('create prints the key once, on stdout alone; list and show never', async () => {
    const made = await keys('create', '--name', 'Nightly', '--right', 'upload', '--network', '127.0.0.0/8')
    expect(made.code).toBe(0)
    const secret = made.stdout.trim()
    expect(secret).toMatch(/^kn_live_[0-9A-Za-z]{49}$/)
    expect(made.stderr).toMatch(/Copy it now: it is not shown again[\s\S]*✔ Created Nightly/)
    expect(made.stderr).not.toContain(secret)
    const listed = await keys('list')
    expect(listed.stdout).toMatch(/^\S+\tNightly\tkn_live_.{4}\tupload\t/m)
    const [id = ''] = listed.stdout.split('\t')
    const shown = await keys('show', id)
    expect(shown.stdout).toContain('last used at\t')
    expect(listed.stdout + shown.stdout).not.toContain(secret)
    const terminal = await person.run(['keys', 'create', '--name', 'Seen', '--right', 'read'], { tty: true })
    expect(terminal.stdout).toMatch(/^kn_live_/)
  })

  test('says what is wrong by the flag', async () => {
    const none = await keys('create', '--name', 'CI')
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Choose at least one right')])
    const far = await keys('create', '--name', 'CI', '--right', 'read', '--ends', '2040-01-01')
    expect([far.code, far.stderr]).toEqual([2, expect.stringMatching(/two years at most[\s\S]*--ends/)])
    expect((await keys('create', '--name', 'CI', '--right', 'everything')).code).toBe(2)
    expect((await keys('show', 'nothing-here')).code).toBe(3)
    expect((await keys('rotate', 'nothing-here')).stderr).toContain('--yes')
  })

  test('rotate keeps the old one as long as it is told, revoke ends it: exit code 4 and its variable', async () => {
    const { secret, keyId } = await newKey('read')
    const shell = createShell(server.url)
    const who = await withKey(shell, secret, ['whoami'])
    expect(who.stdout).toMatch(/email\ttenant@demo\.kinora\.test[\s\S]*token\tToken from KINORA_API_KEY/)
    const rotated = await keys('rotate', keyId, '--keep-old', '1')
    expect(rotated.stderr).toContain('The old one works until')
    const next = rotated.stdout.trim()
    for (const each of [secret, next]) expect((await withKey(shell, each, ['whoami'])).code).toBe(0)
    const last = (await keys('rotate', keyId, '--yes')).stdout.trim()
    expect((await withKey(shell, secret, ['whoami'])).code).toBe(4)
    expect((await withKey(shell, last, ['titles', 'list'])).code).toBe(0)
    const denied = await withKey(shell, last, ['labels', 'create', '--name', 'Sled'])
    expect([denied.code, denied.stderr]).toEqual([4, expect.stringContaining('It takes the right catalogue')])
    expect((await keys('revoke', keyId, '--yes')).code).toBe(0)
    const { code, stderr } = await withKey(shell, last, ['titles', 'list'])
    expect(code).toBe(4)
    expect(stderr).toMatch(/This key was revoked[\s\S]*KINORA_API_KEY/)
    expect(stderr).not.toContain(last.slice(12))
  })

  test('KEY-02 one of customer support is for the tenant that was chosen', async () => {
    const support = await server.signedIn('support')
    const none = await support.run(['keys', 'create', '--name', 'CI', '--right', 'read'])
    expect([none.code, none.stdout]).toEqual([2, ''])
    const create = ['keys', 'create', '--name', 'CI', '--right', 'read', '--tenant', 'pulsehouse']
    const secret = (await support.run(create)).stdout.trim()
    const shell = createShell(server.url)
    const list = (tenant: string) => withKey(shell, secret, ['labels', 'list', '--tenant', tenant])
    expect((await list('pulsehouse')).code).toBe(0)
    expect((await list('oasiswellness')).code).not.toBe(0)
  })

  test('a profile names the server, the key who calls', async () => {
    const shell = createShell()
    const login = ['login', '--profile', 'ci', '--url', server.url, '--email', 'provider@demo.kinora.test']
    await shell.run([...login, '--password-stdin'], { stdin: 'Kinora-demo-1' })
    const { secret } = await newKey('read')
    const { stdout } = await withKey(shell, secret, ['whoami', '--profile', 'ci'])
    expect(stdout).toContain('email\ttenant@demo.kinora.test')
  })
})

describe('KEY-04 kinora sessions', () => {
  test('lists one’s own sign-ins and ends one of them', async () => {
    const other = await server.signedIn('tenant')
    const ids = async (shell: Shell) =>
      JSON.parse((await shell.run(['sessions', 'list', '--json', 'sessionId,isCurrent,client'])).stdout) as {
        sessionId: string
        isCurrent: boolean
        client: string
      }[]
    const own = (await ids(other)).find(({ isCurrent }) => isCurrent)!
    expect(own.client).toBe('cli')
    expect((await ids(person)).map(({ sessionId }) => sessionId)).toContain(own.sessionId)
    const ended = await person.run(['sessions', 'end', own.sessionId])
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('has ended')])
    expect((await other.run(['whoami'])).code).toBe(4)
  })
})

describe('KEY-01 examples/ci', () => {
  const example = join(import.meta.dirname, '../../../examples/ci')

  /** A catalogue of one title with its video, and the script that is to upload and publish it. */
  async function prepared(shell: Shell, externalId: string, title: string) {
    await clip(join(shell.folder, 'class.mp4'))
    const catalogue = join(shell.folder, 'catalogue.csv')
    writeFileSync(
      catalogue,
      [
        'externalId,title,description,category,channel,language,skill,intensity,equipment,releaseDate,file',
        `${externalId},${title},Slow and calm.,strength,Pulse House Originals,en-GB,3,4,Mat,2026-11-20,class.mp4`,
        '',
      ].join('\n'),
    )
    const report = join(shell.folder, 'titles.csv')
    return { report, script: [join(example, 'publish.sh'), catalogue, report] }
  }
  /** What has been done to the title of an external id, and its status. */
  async function doneTo(externalId: string): Promise<{ verbs: string[]; status: string }> {
    const listed = await person.run(['titles', 'list', '--external-id', externalId, '--json', 'tag,status'])
    const [title] = JSON.parse(listed.stdout) as { tag: string; status: number }[]
    if (title === undefined) return { verbs: [], status: '' }
    const { stdout } = await admin.run(['audit', 'list', '--id', title.tag, '--json', 'verb'])
    const verbs = (JSON.parse(stdout) as { verb: string }[]).map(({ verb }) => verb)
    return { verbs, status: String(title.status) }
  }

  test('a script of ten lines uploads, publishes and keeps a report, by a key', async () => {
    const { secret } = await newKey('upload', 'titles', 'publish', 'read')
    const shell = createShell(server.url)
    const { script, report } = await prepared(shell, 'ci-1', 'By a key')
    const ended = await runScript(shell, shell.folder, script, { KINORA_API_KEY: secret })
    expect([ended.code, ended.stderr]).toEqual([0, expect.not.stringContaining(secret)])
    expect(readFileSync(report, 'utf8')).toContain('By a key')
    const status = await person.run(['titles', 'list', '--external-id', 'ci-1', '--jq', '.[].status'])
    expect(status.stdout.trim()).toBe('4')
    expect(readFileSync(join(example, 'publish.sh'), 'utf8').trim().split('\n').length).toBeLessThanOrEqual(
      10,
    )
    for (const name of ['github-actions.yml', 'crontab'])
      expect(readFileSync(join(example, name), 'utf8')).toMatch(/KINORA_API_KEY[\s\S]*publish\.sh/)
  })

  test('revoked between upload and publish it ends with 4 and says what to do; a new key publishes what is there without sending it again', async () => {
    const { secret, keyId } = await newKey('upload', 'titles', 'publish', 'read')
    const shell = createShell(server.url)
    const { script, report } = await prepared(shell, 'ci-2', 'By two keys')
    const { media } = server.platform.deps
    const { ladder } = media
    let goOn = () => {}
    const revoked = new Promise<void>(resolve => {
      goOn = resolve
    })
    onTestFinished(() => {
      goOn()
      Object.assign(media, { ladder })
    })
    // Nothing is published before the key is gone.
    Object.assign(media, { ladder: (step: LadderStep) => revoked.then(() => ladder(step)) })
    const running = runScript(shell, shell.folder, script, { KINORA_API_KEY: secret })
    await until('its video is stored', async () => (await doneTo('ci-2')).verbs.includes('storeFile'))
    expect((await keys('revoke', keyId, '--yes')).code).toBe(0)
    goOn()
    const cut = await running
    expect([cut.code, cut.stderr]).toEqual([
      4,
      expect.stringMatching(
        /This key was revoked[\s\S]*Set KINORA_API_KEY to a key that is good[\s\S]*Nothing is lost/,
      ),
    ])
    expect(existsSync(report)).toBe(false)
    const next = await newKey('upload', 'titles', 'publish', 'read')
    const rest = await runScript(shell, shell.folder, script, { KINORA_API_KEY: next.secret })
    expect([rest.code, rest.stderr]).toEqual([0, expect.not.stringContaining(next.secret)])
    expect(readFileSync(report, 'utf8')).toContain('By two keys')
    const { verbs, status } = await doneTo('ci-2')
    expect(status).toBe('4')
    const count = (verb: string) => verbs.filter(each => each === verb).length
    expect([count('create'), count('beginUpload'), count('storeFile'), count('publish')]).toEqual([
      1, 1, 1, 1,
    ])
  })

  test('revoked in the middle it ends with 4 and loses nothing: a new key goes on', async () => {
    const { secret, keyId } = await newKey('upload', 'titles')
    const shell = createShell(server.url)
    const catalogue = join(shell.folder, 'catalogue.csv')
    const rows = Array.from({ length: 150 }, (_, index) => `cut-${index},Cut ${index}\n`)
    writeFileSync(catalogue, `externalId,title\n${rows.join('')}`)
    let revoking: Promise<unknown> | undefined
    const onError = (said: string) => {
      if (/(?:^|\D)[1-9]\d*\/150/.test(said)) revoking ??= keys('revoke', keyId, '--yes')
    }
    const run = ['titles', 'bulk', 'run', catalogue, '--yes', '--parallel', '1']
    const cut = await shell.run(run, { env: { KINORA_API_KEY: secret }, onError })
    await revoking
    expect([cut.code, cut.stderr]).toEqual([
      4,
      expect.stringMatching(/This key was revoked[\s\S]*Nothing is lost/),
    ])
    for (const { parentPath, name } of journalOf(shell))
      expect(readFileSync(join(parentPath, name), 'utf8')).not.toContain(secret.slice(12))
    const next = await newKey('upload', 'titles')
    const rest = await shell.run(run, { env: { KINORA_API_KEY: next.secret } })
    expect(rest.code).toBe(0)
    const found = await person.run(['titles', 'list', '--all', '--query', 'Cut', '--json', 'externalId'])
    const ids = (JSON.parse(found.stdout) as { externalId: string }[]).map(({ externalId }) => externalId)
    expect(ids.toSorted()).toEqual(rows.map(row => row.split(',')[0]!).toSorted())
  })
})
