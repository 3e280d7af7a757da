import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionsTable } from '../../server/src/stored-subscriptions/tables.ts'
import { titlesTable } from '../../server/src/stored-titles/tables.ts'
import { startTestPlatform, type TestPlatform } from './platform.ts'

let server: TestPlatform
beforeAll(async () => {
  server = await startTestPlatform()
})
afterAll(() => server?.close())

test('EMBED-07 examples/small-site reads, plays and counts for a member, and says why it doesn’t', async () => {
  const staff = await server.signedIn('admin')
  const { stdout } = await staff.run(['tenants', 'keys', 'pulsehouse', '--generate', '--yes', '--json'])
  const { accessKey, secretKey } = JSON.parse(stdout) as { accessKey: string; secretKey: string }
  const example = join(import.meta.dirname, '../../../examples/small-site/server.mjs')
  const keys = { KINORA_ACCESS_KEY: accessKey, KINORA_SITE_SECRET: secretKey }
  const env = { ...process.env, ...keys, KINORA_URL: server.url, PORT: '0' }
  const site = spawn(process.execPath, [example], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(site.stdout!, 'data')) as [Buffer]
    const url = `${String(line).trim()}/site-api`
    const ask = async (call: string, member?: string, body?: object) => {
      const headers = { ...(member && { 'x-member': member }) }
      const post = body && { method: 'POST', body: JSON.stringify(body) }
      const answer = await fetch(`${url}/${call}`, { headers, ...post })
      return { status: answer.status, found: (await answer.json()) as Record<string, unknown> }
    }
    const { token } = (await ask('token')).found
    const authorization = `Bearer ${token}`
    const titles = await fetch(`${server.url}/api/v1/site/titles?take=50`, { headers: { authorization } })
    const { data } = (await titles.json()) as { data: { tag: string }[] }
    // The clips of the demo aren't processed here.
    const { db } = server.platform.deps
    await db.update(titlesTable).set({ streamKey: 'streams/one' })
    const askAll = () => Promise.all(data.map(({ tag }) => ask(`play/${tag}`, 'pulsehouse-001')))
    // What a package holds that this member doesn't have is refused by its name.
    expect((await askAll()).filter(({ status }) => status === 403)).toContainEqual(
      expect.objectContaining({ found: { code: 'locked', names: 'Pulse House unlimited' } }),
    )
    // What no package on sale holds is open to all.
    await db.update(subscriptionsTable).set({ isActive: false })
    expect(await askAll()).toContainEqual(
      expect.objectContaining({
        found: expect.objectContaining({ streamingLink: expect.stringMatching(/^\/streams\//) }),
      }),
    )
    const { tag } = data[0]!
    expect((await ask('play/no-such-class', 'pulsehouse-001')).status).toBe(404)
    const startedAt = new Date(Date.now() - 60_000).toISOString()
    const play = { tag, isEvent: false, playId: 'p-1', startedAt, secondsWatched: 30, completed: false }
    const counted = await ask('plays', 'pulsehouse-001', { ...play, userId: 'pulsehouse-001' })
    expect(counted).toMatchObject({ status: 200, found: { data: [{ id: 'p-1', status: 201 }] } })
    const ofAnother = await ask('plays', 'pulsehouse-001', { ...play, userId: 'pulsehouse-002' })
    expect(ofAnother).toEqual({ status: 403, found: { code: 'forbidden' } })
  } finally {
    site.kill()
    await once(site, 'exit')
  }
})
