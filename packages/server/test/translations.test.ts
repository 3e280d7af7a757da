import { en } from '@kinora/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { translationsTable } from '../src/translations/rows.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { refusal, type TestApi } from './titles/support.ts'

describe('I18N-03 texts that are kept on the server', () => {
  let server: TestServer
  let admin: TestApi
  const current = async () => (await server.api().translations.current({})).texts
  beforeAll(async () => {
    server = await createTestServer()
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  test('one that an administrator replaces is there for everyone, before a sign-in too (I18N-07)', async () => {
    expect(await current()).toEqual({})
    const set = { key: 'loginPage.loginErrors', text: 'Wrong e-mail or password.' }
    expect(await admin.translations.set(set)).toMatchObject({
      ...{ ...set, original: en['loginPage.loginErrors'], version: 1, updatedBy: 'Ada Okafor' },
    })
    const count = { one: '{{count}} class', other: '{{count}} classes' }
    await admin.translations.set({ key: 'ui.titles.count', text: count })
    expect(await current()).toEqual({ [set.key]: set.text, 'ui.titles.count': count })
    expect((await admin.translations.list({})).data.map(({ key }) => key)).toEqual([
      'loginPage.loginErrors',
      'ui.titles.count',
    ])
    for (const account of ['provider', 'tenant', 'support'] as const)
      expect(await refusal(server.api(account, { tenantId: 'pulsehouse' }).translations.set(set))).toMatch(
        /^403/,
      )
  })

  test('the answer is not sent again while it is the same (ETag)', async () => {
    const ask = (headers = {}) => server.app.request('/api/v1/translations/current', { headers })
    const first = await ask()
    expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache'])
    const headers = { 'if-none-match': first.headers.get('etag')! }
    expect((await ask(headers)).status).toBe(304)
    await admin.translations.set({ key: 'ui.close', text: '-1' })
    const changed = await ask(headers)
    expect([changed.status, (await changed.json()).texts['ui.close']]).toEqual([200, '-1'])
    expect((await server.app.request('/manifest.json')).headers.get('cache-control')).toBe('no-store')
  })

  test('each write is told in the audit; the same again is none; an older version is refused', async () => {
    const key = 'ui.cancel'
    await admin.translations.set({ key, text: 'Back' })
    const second = await admin.translations.set({ key, text: 'Return', version: 1 })
    expect(second.version).toBe(2)
    expect((await admin.translations.set({ key, text: 'Return', version: 1 })).version).toBe(2)
    expect(await refusal(admin.translations.set({ key, text: 'Leave', version: 1 }))).toMatch(/^409/)
    expect(await refusal(admin.translations.remove({ key, version: 1 }))).toMatch(/^409/)
    await admin.translations.remove({ key, version: 2 })
    expect(await current()).not.toHaveProperty([key])
    expect(await refusal(admin.translations.remove({ key }))).toMatch(/^404/)
    // Set again, it doesn't look like the one that was seen first.
    expect((await admin.translations.set({ key: 'ui.loading', text: 'Anew' })).version).toBe(1)
    await admin.translations.remove({ key: 'ui.loading' })
    expect((await admin.translations.set({ key: 'ui.loading', text: 'Once more' })).version).toBe(2)
    expect(await refusal(admin.translations.set({ key: 'ui.loading', text: 'Mine', version: 1 }))).toMatch(
      /^409/,
    )
    await admin.translations.remove({ key: 'ui.loading' })
    const asked = { noun: 'translations', id: key, page: 1, take: -1 }
    expect((await auditOf({ kind: 'all' }, server.deps.db, asked)).data).toMatchObject([
      { verb: 'remove', changes: [{ path: 'text', before: 'Return', after: null }] },
      { verb: 'set', version: 2, changes: [{ path: 'text', before: 'Back', after: 'Return' }] },
      { verb: 'set', version: 1, changes: [{ path: 'text', before: null, after: 'Back' }] },
    ])
  })

  test('two who replace the same text at once both do so, one after the other', async () => {
    const key = 'ui.retry'
    await Promise.all(['Again', 'Repeat'].map(text => admin.translations.set({ key, text })))
    expect((await admin.translations.list({})).data.find(row => row.key === key)?.version).toBe(2)
  })

  test('what doesn’t fit is refused in the catalogue’s words; of an import all or none', async () => {
    const refused = (key: string, text: string) => refusal(admin.translations.set({ key, text }))
    expect(await refused('no.such', 'x')).toBe('400 translation.unknownKey')
    expect(await refused('error.429', 'Wait')).toBe('400 translation.dropped')
    expect(await refused('ui.close', 'x'.repeat(1001))).toBe('400 validation.tooLong')
    const good = { key: 'ui.account.logout', text: 'Leave' }
    const bad = { key: 'error.429', text: 'Wait' }
    const texts = [good, bad]
    expect(await refusal(admin.translations.import({ texts }))).toBe('400 translation.dropped')
    expect(await current()).not.toHaveProperty([good.key])
    expect(await admin.translations.import({ texts: [good, good] })).toEqual({ changed: 1, unchanged: 1 })
    expect(await current()).toMatchObject({ [good.key]: 'Leave' })
  })

  test('one that no longer fits the catalogue is listed, not shown, and can be removed', async () => {
    await server.deps.db.insert(translationsTable).values([
      { key: 'old.key', other: 'Gone' },
      { key: 'error.429', other: 'Without its value' },
    ])
    const texts = await current()
    expect([texts['old.key'], texts['error.429']]).toEqual([undefined, undefined])
    const listed = (await admin.translations.list({})).data
    expect(listed.find(({ key }) => key === 'old.key')).toMatchObject({ original: null, updatedBy: '' })
    await admin.translations.remove({ key: 'old.key' })
    expect((await admin.translations.list({})).data.map(({ key }) => key)).not.toContain('old.key')
  })
})
