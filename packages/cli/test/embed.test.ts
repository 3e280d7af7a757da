import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPlatform, type TestPlatform } from './platform.ts'
import { createShell, type Shell } from './shell.ts'

let server: TestPlatform
let person: Shell
beforeAll(async () => {
  server = await startTestPlatform()
  person = await server.signedIn('tenant')
})
afterAll(() => server?.close())

async function newKey(...more: string[]): Promise<{ secret: string; keyId: string }> {
  const create = ['keys', 'create', '--name', 'Studio', '--right', 'embed,read,titles,upload', ...more]
  return JSON.parse((await person.run([...create, '--json', 'secret,keyId'])).stdout)
}
const verify = (token: string, origin?: string) =>
  fetch(`${server.url}/api/v1/verify`, {
    headers: { authorization: `Bearer ${token}`, ...(origin !== undefined && { origin }) },
  })

describe('KEY-06 kinora embed', () => {
  test('create prints the token once, list and end never; by a key of one’s own or as the key', async () => {
    const { secret, keyId } = await newKey()
    const create = ['embed', 'create', '--user', 'u-17', '--name', 'Jo Host', '--right', 'read']
    const made = await person.run([...create, '--key', keyId])
    expect([made.code, made.stderr]).toEqual([0, expect.stringMatching(/✔ Created session \S+ for Jo Host/)])
    const token = made.stdout.trim()
    expect(token).toMatch(/^kn_embed_[0-9A-Za-z]{49}$/)
    expect((await verify(token)).status).toBe(200)
    const listed = await person.run(['embed', 'list', '--key', keyId])
    expect(listed.stdout).toMatch(/^\S+\tJo Host \(u-17\)\tStudio\tread\t/m)
    expect(listed.stdout).not.toContain(token)
    const [id = ''] = listed.stdout.split('\t')
    expect((await person.run(['embed', 'end', id])).stdout).toContain('has ended')
    expect((await verify(token)).status).toBe(401)
    const shell = createShell(server.url)
    const asKey = await shell.run(create, { env: { KINORA_API_KEY: secret } })
    expect(asKey.stdout).toMatch(/^kn_embed_/)
  })

  test('says what is wrong by the flag', async () => {
    const { keyId } = await newKey()
    const create = (...more: string[]) => person.run(['embed', 'create', '--key', keyId, ...more])
    expect((await create()).stderr).toContain('--user')
    const none = await create('--user', 'u-17')
    expect([none.code, none.stderr]).toEqual([2, expect.stringMatching(/rights or the components/)])
    const more = await create('--user', 'u-17', '--right', 'members')
    expect([more.code, more.stderr]).toEqual([2, expect.stringMatching(/members[\s\S]*--right/)])
    const strange = await create('--user', 'u-17', '--right', 'read', '--origin', 'https://a.example')
    expect([strange.code, strange.stderr]).toEqual([2, expect.stringMatching(/no origin of this key/)])
  })

  test('origins of keys and the tenant are replaced, and doctor looks whether a page is let in', async () => {
    const origin = 'https://studio.example'
    const doctor = () => person.run(['doctor', '--origin', origin])
    const before = await doctor()
    expect([before.code, before.stdout]).toEqual([
      1,
      expect.stringMatching(/origin\t.*\n?[\s\S]*kinora keys origins/),
    ])
    const { keyId } = await newKey()
    expect((await person.run(['keys', 'origins', keyId])).code).toBe(2)
    const path = await person.run(['keys', 'origins', keyId, '--origin', `${origin}/classes`])
    expect([path.code, path.stderr]).toEqual([2, expect.stringMatching(/without a path/)])
    expect((await person.run(['keys', 'origins', keyId, '--origin', origin])).code).toBe(0)
    expect((await doctor()).stdout).toMatch(/pages of https:\/\/studio\.example may call this server/)
    expect((await person.run(['keys', 'origins', keyId, '--none'])).code).toBe(0)
    expect((await person.run(['embed', 'origins', '--origin', origin])).code).toBe(0)
    expect((await person.run(['embed', 'origins'])).stdout.trim()).toBe(origin)
    expect((await doctor()).stdout).toMatch(/may call this server/)
    expect((await person.run(['embed', 'origins', '--none'])).code).toBe(0)
    expect((await person.run(['embed', 'origins'])).stdout.trim()).toBe('')
  })
})

test('KEY-06 examples/embed-session hands out a session for whoever is signed in there', async () => {
  const { secret } = await newKey()
  const example = join(import.meta.dirname, '../../../examples/embed-session/server.mjs')
  const env = { ...process.env, KINORA_URL: server.url, KINORA_API_KEY: secret, PORT: '0' }
  const host = spawn(process.execPath, [example], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(host.stdout!, 'data')) as [Buffer]
    const ask = (user?: string) =>
      fetch(`${String(line).trim()}/kinora-token`, { headers: user === undefined ? {} : { 'x-user': user } })
    expect((await ask()).status).toBe(401)
    const token = await (await ask('jo')).text()
    const { user } = (await (await verify(token)).json()) as { user: { displayName: string; embed: object } }
    expect(user).toMatchObject({ displayName: 'jo', embed: { titles: { own: true } } })
  } finally {
    host.kill()
    await once(host, 'exit')
  }
})
