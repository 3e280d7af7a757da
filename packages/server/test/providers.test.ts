import { checkNewProvider, createMessages, en, type Issue, isKinoraError, Role } from '@kinora/core'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStaff } from '../src/accounts/index.ts'
import { createSecrets } from '../src/adapters/secrets.ts'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import { purgeProviders } from '../src/providers/writes.ts'
import { providersTable } from '../src/stored-providers/tables.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import type { TestApi } from './titles/support.ts'

const draft = {
  name: 'Northwind Films',
  contact: 'Nora Wind',
  email: 'crew@northwind.test',
  password: 'reels',
  mediaPlatform: 0 as const,
}
const secret = 'jw-secret-of-northwind'

const messages = createMessages(en)
const toWords = (issue: Issue): string => `${issue.path} ${messages.issue(issue)}`

/** Status and issues of a refused call. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (!isKinoraError(error)) throw error
      return [error.status, ...error.issues.map(toWords)]
    },
  )

describe('providers', () => {
  let server: TestServer
  let admin: TestApi
  const clock = createTestClock()
  beforeAll(async () => {
    server = await createTestServer({ clock, settings: { publicUrl: 'https://kinora.example' } })
    admin = server.api('admin')
  })
  afterAll(() => server?.close())

  const add = async (more: object = {}) =>
    (await admin.providers.create({ ...draft, email: `${crypto.randomUUID()}@northwind.test`, ...more })).tag
  const signIn = (email: string, password: string) => server.api().session.login({ email, password })

  test('API-70, API-72, PROV-01, PROV-08, PROV-11, C-03, C-10, B-13 made with its account of role 1, found by a part of its name', async () => {
    const { tag } = await admin.providers.create({ ...draft, phoneNumber: ' +44 20 7946 0018', userRole: 1 })
    const stored = await admin.providers.view({ tag })
    expect(stored).toMatchObject({
      ...{ name: 'Northwind Films', displayName: 'Northwind Films', email: draft.email, userRole: 1 },
      ...{ phoneNumber: '+442079460018', isTenantProvider: false, version: 1, hasJwPlayerSecret: false },
    })
    expect((await admin.providers.list({ query: 'northw' })).data.map(row => row.tag)).toEqual([tag])
    expect((await signIn(draft.email, draft.password)).user).toMatchObject({ role: 1, provider: { tag } })
    expect(await refusal(admin.providers.create({ ...draft, userRole: 2 as never }))).toEqual([
      400,
      'userRole The role of a provider is always 1',
    ])
  })

  test('PROV-01, B-13 every field is saved and read again, new or changed', async () => {
    const set = {
      contact: 'Olaf Lind',
      stage1Encode: true,
      isBulkUploadEnabled: true,
      mediaPlatform: 1 as const,
    }
    const more = { ...set, displayName: 'Northwind TV', jwPlayerSiteId: 'site1', phoneNumber: null }
    const tag = await add({ ...more, jwPlayerSecret: 'five5' })
    expect(await admin.providers.view({ tag })).toMatchObject({ ...more, tag, tenantId: null })
    const change = { name: 'Southwind', contact: 'Nora W.', stage1Encode: false, isBulkUploadEnabled: false }
    const changed = { ...change, displayName: 'Southwind TV', jwPlayerSiteId: 'site2', phoneNumber: '+4420' }
    await admin.providers.update({ tag, ...changed })
    expect(await admin.providers.view({ tag })).toMatchObject({ ...changed, userRole: 1 })
    expect(await refusal(admin.providers.update({ tag, userRole: 0 as never }))).toEqual([
      400,
      'userRole The role of a provider is always 1',
    ])
  })

  test('API-70, PROV-12, C-92 an e-mail that anybody has is refused, whatever its case', async () => {
    const taken = ['ADMIN@demo.kinora.test', 'Hello@Lumen-Yoga.test', 'hej@nordic-move.test']
    for (const email of taken)
      expect(await refusal(admin.providers.create({ ...draft, email }))).toEqual([
        409,
        'email Email already exists',
      ])
    const support = server.api('support')
    const isFree = async (email: string, tenantId?: string) =>
      (await support.accounts.checkEmail({ email, tenantId })).isFree
    expect(await Promise.all([...taken, 'nobody@x.test'].map(email => isFree(email)))).toEqual([
      ...[false, false, false, true],
    ])
    expect(await isFree('hej@nordic-move.test', 'nordicmove')).toBe(true)
    expect(await isFree('hej@nordic-move.test', 'pulsehouse')).toBe(false)
    const email = `${crypto.randomUUID()}@northwind.test`
    await admin.providers.remove({ ids: [await add({ email })] })
    expect(await isFree(email)).toBe(false)
    expect(await refusal(server.api('tenant').accounts.checkEmail({ email }))).toEqual([403])
  })

  test('C-92, C-80 of two providers who take an e-mail at once one gets it, and staff take none that another has', async () => {
    const email = `${crypto.randomUUID()}@northwind.test`
    const both = ['a', 'b'].map(name => refusal(admin.providers.create({ ...draft, name, email })))
    expect((await Promise.all(both)).toSorted()).toEqual([[409, 'email Email already exists'], 'done'])
    const staff = { displayName: 'Sam', role: Role.Support, password: 'Planted-1' } as const
    const by = { userId: '', displayName: 'test', client: 'cli', now: clock.now() } as const
    for (const each of ['Hej@Nordic-Move.test', email])
      expect(await refusal(createStaff(server.deps, { ...staff, email: each }, by))).not.toBe('done')
    expect(await refusal(createStaff(server.deps, { ...staff, email: 'hej@nordic-move.test' }, by))).toEqual([
      ...[409, 'email Email already exists'],
    ])
  })

  test('CONST-19, VIDEO-13, VAL-01, VAL-03, VAL-05, PROV-02 to PROV-07, C-03, C-09, C-63, PKG-06 what is wrong is named at its field', async () => {
    const wrong = { name: ' ', contact: 'Nora', email: 'a@b', password: 'reel', phoneNumber: 'x' }
    expect(await refusal(admin.providers.create({ ...wrong, mediaPlatform: 1 }))).toEqual([
      400,
      'name Required Name',
      'contact Contact need minimum 5 characters',
      'email Email is not valid',
      'password Password need minimum 5 characters',
      'phoneNumber Phone number is not valid',
    ])
    // PKG-06: the rule of core, word for word.
    const [, ...found] = await refusal(admin.providers.create({ ...wrong, mediaPlatform: 0 }))
    const byCore = checkNewProvider(wrong).map(toWords)
    expect(found.toSorted()).toEqual(byCore.toSorted())
    const [status, words] = await refusal(add({ mediaPlatform: 2 as never }))
    expect([status, words]).toEqual([400, expect.stringMatching(/^mediaPlatform /)])
    expect(await refusal(add({ mediaPlatform: 1, jwPlayerSiteId: 'abcd' }))).toEqual([
      400,
      'jwPlayerSiteId Required JwPlayerSiteId',
      'jwPlayerSecret Required JwPlayerSecret',
    ])
  })

  test('API-71, PROV-06, C-124 the secret is sealed, in no answer and no entry; blank keeps it, null removes it', async () => {
    const tag = await add({ mediaPlatform: 1, jwPlayerSiteId: 'site-1', jwPlayerSecret: secret })
    const read = async () =>
      (await server.deps.db.select().from(providersTable).where(eq(providersTable.tag, tag)))[0]!
    const { jwPlayerSecret: sealed } = await read()
    expect(server.deps.secrets.open(sealed!)).toBe(secret)
    const kept = await admin.providers.update({ tag, contact: 'Nora W.', jwPlayerSecret: '', password: '' })
    expect(kept).toMatchObject({ hasJwPlayerSecret: true, jwPlayerSiteId: 'site-1', version: 2 })
    expect((await read()).jwPlayerSecret).toBe(sealed)
    expect(await refusal(admin.providers.update({ tag, jwPlayerSecret: null }))).toEqual([
      400,
      'jwPlayerSecret Required JwPlayerSecret',
    ])
    const gone = await admin.providers.update({ tag, mediaPlatform: 0, jwPlayerSecret: null })
    expect(gone).toMatchObject({ hasJwPlayerSecret: false, version: 3 })
    const entries = await server.deps.db
      .select()
      .from(auditEntriesTable)
      .where(eq(auditEntriesTable.rowId, tag))
    const told = JSON.stringify([entries, await admin.providers.list({}), await admin.channels.list({})])
    for (const word of [secret, sealed!, draft.password]) expect(told).not.toContain(word)
    expect(() => createSecrets(new Uint8Array(48).fill(1)).open(sealed!)).toThrow()
  })

  test('C-99 the e-mail stays; a new password ends the sessions and opens the account', async () => {
    const email = 'keys@northwind.test'
    const tag = await add({ email })
    const { refreshToken } = await signIn(email, draft.password)
    expect(await refusal(admin.providers.update({ tag, email: 'other@northwind.test' }))).toEqual([
      400,
      'email The e-mail address can’t be changed',
    ])
    expect(await refusal(admin.providers.update({ tag, password: 'four' }))).toEqual([
      400,
      'password Password need minimum 5 characters',
    ])
    await admin.providers.update({ tag, email: email.toUpperCase(), password: 'new reels' })
    expect(await refusal(server.api().session.refresh({ refreshToken }))).toEqual([401])
    expect(await refusal(signIn(email, draft.password))).toEqual([401])
    expect((await signIn(email, 'new reels')).user.email).toBe(email)
    await server.api('support').providers.update({ tag, password: 'reels of support' })
    expect(await refusal(signIn(email, 'new reels'))).toEqual([401])
    // Whether it is the present one isn't told: it ends the sessions like any other.
    const open = await signIn(email, 'reels of support')
    await server.api('support').providers.update({ tag, password: 'reels of support' })
    expect(await refusal(server.api().session.refresh({ refreshToken: open.refreshToken }))).toEqual([401])
    expect((await signIn(email, 'reels of support')).user.email).toBe(email)
  })

  test('API-72, PROV-09, C-80, B-13 those of tenants are kept apart, and their account is the tenant’s', async () => {
    const { data, tenantProviders } = await admin.providers.list({})
    expect(data.some(row => row.isTenantProvider)).toBe(false)
    expect(tenantProviders.map(row => row.tag)).toContain('tenant-pulsehouse')
    expect((await admin.providers.list({ isTenantProvider: true })).data).toEqual(tenantProviders)
    const change = { tag: 'tenant-pulsehouse', name: 'Other', password: 'reels' }
    expect(await refusal(admin.providers.update(change))).toEqual([
      400,
      `name ${en['provider.ofTenant']}`,
      `password ${en['provider.ofTenant']}`,
    ])
  })

  test('API-70 to API-73, F-2, ROLE-17, C-91, C-101 customer support manages all, a provider reads itself, a tenant nothing', async () => {
    const support = server.api('support', { tenantId: 'pulsehouse' })
    expect((await support.providers.view({ tag: 'lumen-yoga' })).displayName).toBe('Lumen Yoga')
    const own = server.api('provider')
    expect((await own.providers.list({})).data.map(row => row.tag)).toEqual(['ironside'])
    expect(await refusal(own.providers.view({ tag: 'lumen-yoga' }))).toEqual([404])
    expect(await refusal(own.providers.update({ tag: 'ironside', contact: 'Somebody' }))).toEqual([403])
    expect(await refusal(server.api('tenant').providers.list({}))).toEqual([403])
  })

  test('API-73, PROV-11, C-98, B-13 each is deleted on its own, stays while it owns something, and comes back', async () => {
    const email = 'gone@northwind.test'
    const tag = await add({ email })
    const title = await admin.titles.create({ className: 'Before', providerId: tag })
    await admin.titles.remove({ tags: [title.tag] })
    const { data } = await admin.providers.remove({ ids: [tag, 'ironside', 'tenant-pulsehouse', 'nowhere'] })
    expect(data.map(row => [row.id, row.status])).toEqual([
      [tag, 200],
      ['ironside', 409],
      ['tenant-pulsehouse', 409],
      ['nowhere', 404],
    ])
    expect(data[1]!.reason).toMatch(/channels: [1-9]/)
    expect(await refusal(admin.providers.view({ tag }))).toEqual([404])
    expect(await refusal(signIn(email, draft.password))).toEqual([401])
    const [status, sentence] = await refusal(admin['deleted-titles'].restore({ tag: title.tag }))
    expect([status, sentence]).toEqual([
      400,
      expect.stringMatching(/^tag The provider .+ is deleted\. Restore/),
    ])
    expect(await refusal(add({ email }))).toEqual([409, 'email Email already exists'])
    expect((await admin.providers.list({ isDeleted: true })).data.map(row => row.tag)).toContain(tag)
    expect((await admin.providers.restore({ tag })).restorableUntil).toBe(null)
    expect((await signIn(email, draft.password)).user.email).toBe(email)
    expect((await admin['deleted-titles'].restore({ tag: title.tag })).providerId).toBe(tag)
    await admin.titles.update({ tag: title.tag, providerId: 'ironside' })

    await admin.providers.remove({ ids: [tag] })
    clock.forward(30 * 86_400)
    const late = server.api('admin')
    expect((await late.providers.list({ isDeleted: true })).data.map(row => row.tag)).not.toContain(tag)
    expect((await refusal(late.providers.restore({ tag })))[0]).toBe(400)
    await purgeProviders(server.deps.db, new Date(clock.now().getTime() + 1))
    expect((await late.providers.create({ ...draft, email })).tag).not.toBe(tag)
  })
})
