import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stampNew } from '../src/kernel/rows/audit.ts'
import { membersTable } from '../src/members/tables.ts'
import { createTestServer, databases, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'

const pulse = { tenantId: 'pulsehouse' }

describe.each(databases)('0122 rows of every noun by name on %s', db => {
  let server: TestServer
  beforeAll(async () => {
    server = await createTestServer({ db })
    const tenant = server.api('tenant')
    for (const name of ['Zephyr glow', 'A glow of zephyr', 'Zephyr at dawn'])
      await tenant.labels.create({
        ...pulse,
        name: { 'en-GB': name, 'de-DE': `${name} auf Deutsch` },
        isActive: true,
      })
  })
  afterAll(() => server?.close())

  const find = async (who: Parameters<TestServer['api']>, query: string, take?: number) =>
    (await server.api(...who).search.list({ query, take })).data

  test('finds every word, folded, in any language, and begins with what begins so', async () => {
    expect((await find(['tenant'], 'zéphyr')).map(({ noun, name }) => `${noun} ${name}`)).toEqual([
      ...['labels Zephyr at dawn', 'labels Zephyr glow', 'labels A glow of zephyr'],
    ])
    expect((await find(['tenant'], 'deutsch glow')).map(({ name }) => name)).toEqual([
      ...['A glow of zephyr', 'Zephyr glow'],
    ])
    expect(await find(['tenant'], 'zephyr', 1)).toHaveLength(1)
    expect(await find(['tenant'], ' ')).toHaveLength(0)
    expect(await find(['tenant'], '%')).toEqual([])
  })

  test('F-2 answers what the caller’s own lists have', async () => {
    const nouns = async (...who: Parameters<TestServer['api']>) => {
      const found = await Promise.all(['a', 'e', 'o'].map(query => find(who, query)))
      return [...new Set(found.flat().map(({ noun }) => noun))].sort()
    }
    for (const noun of ['tenants', 'labels', 'collections', 'members'])
      expect(await nouns('provider')).not.toContain(noun)
    expect(await nouns('admin')).toEqual(expect.arrayContaining(['tenants', 'channels', 'providers']))
    for (const noun of ['members', 'labels']) expect(await nouns('admin')).not.toContain(noun)
    expect(await nouns('tenant')).toEqual(expect.arrayContaining(['labels', 'categories']))
    expect(await nouns('tenant')).not.toContain('tenants')
    expect(await nouns('support')).toEqual(['channels', 'providers', 'tenants'])
    expect(await find(['support', pulse], 'zephyr')).toHaveLength(3)
    expect(await find(['support', { tenantId: 'oasiswellness' }], 'zephyr')).toEqual([])
    expect(await failure(server.api().search.list({ query: 'a' }))).toMatchObject({ code: 'unauthorised' })
  })

  test('a member is found by name, by e-mail and by nobody else', async () => {
    const ada = { userId: 'm-ada', name: 'Ada Berg', email: 'ada.berg@site.example' }
    await server.deps.db
      .insert(membersTable)
      .values({ ...pulse, ...ada, externalUserId: 'x1', ...stampNew(new Date(), null) })
    const row = { noun: 'members', row: ada.userId, name: ada.name, detail: ada.email }
    for (const query of ['BERG ada', 'berg@site']) expect(await find(['tenant'], query)).toEqual([row])
    // An index of three letters finds them.
    expect(await find(['tenant'], 'be')).not.toContainEqual(row)
    expect(await find(['support', { tenantId: 'oasiswellness' }], ada.email)).toEqual([])
    expect(await find(['admin'], ada.email)).toEqual([])
  })
})
