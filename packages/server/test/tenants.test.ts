import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../src/kernel/rows/audit.ts'
import { systemScope } from '../src/kernel/scope.ts'
import { titlesTable } from '../src/stored-titles/tables.ts'
import { purgeTenants } from '../src/tenant-settings/removal.ts'
import { tenantsTable } from '../src/tenants/tables.ts'
import { createTestClock, createTestServer, type TestServer } from './harness.ts'
import { failure } from './refusals.ts'

const clock = createTestClock()
let server: TestServer
let api: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await createTestServer({ clock, settings: { publicUrl: 'https://kinora.example' } })
  api = server.api('admin')
})
afterAll(() => server?.close())

/** The code of the error and where its first issue is. */
const refusal = async (work: Promise<unknown>) => {
  const { code, issues } = await failure(work)
  return [code, issues[0]?.path, issues[0]?.code]
}

const plain = {
  customerNumber: 'K-9',
  timeZoneInfo: { offsetName: 'Asia/Kolkata' },
  languageCodes: ['en-GB', 'de-DE'],
  languageTag: 'en-GB',
  activatedProducts: ['Web' as const],
}
const active = {
  isProviderActive: true,
  password: 'Secret-99',
  jwPlayerSiteId: 'site-9',
  jwPlayerSecret: 'jw-secret-4f2a',
}
const signIn = (email: string, password: string) => server.api().session.login({ email, password })

describe('TENANT-01 to TENANT-13 general settings', () => {
  test('B-10, API-62, API-63, TENANT-02, TENANT-34, C-55, C-97 adds a tenant: id of the name, offset of the zone, settings without secrets', async () => {
    const { tenantId } = await api.tenants.create({ ...plain, name: ' Acme  Yoga Ünited ' })
    expect(tenantId).toBe('acmeyogaünited')
    const settings = await api.tenants.view({ tenantId })
    expect(settings).toMatchObject({
      ...{ name: 'Acme  Yoga Ünited', connect: null, siteSourceType: 'fac', version: 1 },
      ...{ timeZoneInfo: { offsetName: 'Asia/Kolkata', utcOffset: '+05:30' } },
      ...{ hasPassword: false, jwPlayerSecret: null, isPlatformOwnedCategories: false },
      // C-55
      isRichTextEnabled: false,
    })
    const own = await server
      .api('support')
      .tenants.update({ tenantId, connect: 'live', audioNormalize: true })
    expect(own).toMatchObject({ connect: 'live', audioNormalize: true, version: 2 })
    const [row] = await server.deps.db.select().from(tenantsTable).where(eq(tenantsTable.tenantId, tenantId))
    expect(row!.timeZone).toEqual({ offsetName: 'Asia/Kolkata' })
  })

  test('TENANT-01, B-10 every field is saved and read again, new or changed', async () => {
    const set = {
      ...{ customerNumber: 'K-10', timeZoneInfo: { offsetName: 'Europe/Berlin' }, email: 'b10@acme.test' },
      ...{ languageCodes: ['de-DE', 'fr-FR'], languageTag: 'fr-FR', activatedProducts: ['API' as const] },
      ...{
        mediaPlatform: 1 as const,
        audioNormalize: true,
        jwPlayerSiteId: 'site-1',
        connect: 'both' as const,
      },
      ...{ isBulkUploadEnabled: true, isPlatformOwnedCategories: true, isRichTextEnabled: true },
    }
    const shown = <T extends { timeZoneInfo: object }>({ timeZoneInfo, ...rest }: T) => ({
      ...rest,
      timeZoneInfo: expect.objectContaining(timeZoneInfo),
    })
    const { tenantId } = await api.tenants.create({ ...set, name: 'Every field', jwPlayerSecret: 'secret-1' })
    expect(await api.tenants.view({ tenantId })).toMatchObject({ ...shown(set), name: 'Every field' })
    const change = {
      ...set,
      ...{ name: 'Every field 2', customerNumber: 'K-11', timeZoneInfo: { offsetName: 'Asia/Tokyo' } },
      ...{ email: 'b11@acme.test', languageCodes: ['en-US', 'de-DE'], languageTag: 'en-US' },
      ...{ mediaPlatform: 0 as const, audioNormalize: false, jwPlayerSiteId: 'site-2' },
      ...{ isBulkUploadEnabled: false, isRichTextEnabled: false },
    }
    await api.tenants.update({ tenantId, ...change })
    expect(await api.tenants.view({ tenantId })).toMatchObject(shown(change))
  })

  test('API-63, C-33, C-92 refuses an id that is taken, and e-mails that anybody has, whatever their case', async () => {
    expect(await refusal(api.tenants.create({ ...plain, name: 'PULSE house' }))).toEqual([
      ...['conflict', 'name', 'tenant.idTaken'],
    ])
    expect(await refusal(api.tenants.create({ ...plain, name: 'Other', tenantId: 'pulsehouse' }))).toEqual([
      ...['conflict', 'tenantId', 'tenant.idGivenTaken'],
    ])
    const taken = await failure(api.tenants.create({ ...plain, name: 'Pulse House' }))
    expect([taken.status, taken.detail]).toEqual([409, 'A tenant with this name already exists.'])
    for (const email of ['ADMIN@demo.kinora.test', 'hello@lumen-yoga.test', 'hej@nordic-move.test'])
      expect(await refusal(api.tenants.create({ ...plain, name: 'Other', email }))).toEqual([
        ...['conflict', 'email', 'error.409'],
      ])
  })

  test('API-63, VAL-02, C-90 names each field that is wrong; nothing is added', async () => {
    const { issues } = await failure(
      api.tenants.create({
        ...{ ...plain, name: 'a/b', timeZoneInfo: { offsetName: 'Mars/Base' } },
        ...{ languageTag: 'fr-FR', isProviderActive: true },
      }),
    )
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      ...['email', 'jwPlayerSecret', 'jwPlayerSiteId', 'languageTag', 'name', 'password'],
      'timeZoneInfo.offsetName',
    ])
    expect((await api.tenants.list({ query: 'a/b' })).data).toEqual([])
    for (const password of ['Secret9', 'secret-99', 'Secret-no'])
      expect(
        await refusal(
          api.tenants.create({ ...plain, ...active, password, name: 'Weak', email: 'weak@acme.test' }),
        ),
      ).toEqual(['invalid', 'password', 'validation.passwordTenant'])
  })

  test('TENANT-05, TENANT-06, C-35, C-94 site type by administrators alone, owned categories one way', async () => {
    const { tenantId } = await api.tenants.create({ ...plain, name: 'One way' })
    const support = server.api('support')
    expect((await failure(support.tenants.update({ tenantId, siteSourceType: 'sub' }))).code).toBe(
      'forbidden',
    )
    await support.tenants.update({ tenantId, siteSourceType: 'fac', isPlatformOwnedCategories: true })
    expect(await refusal(api.tenants.update({ tenantId, isPlatformOwnedCategories: false }))).toEqual([
      ...['invalid', 'isPlatformOwnedCategories', 'tenant.ownedCategories'],
    ])
    expect((await api.tenants.update({ tenantId, siteSourceType: 'sso' })).siteSourceType).toBe('sso')
  })

  test('C-87, CONST-27, TENANT-03, TENANT-04, C-34 every connect mode and product is kept as it is sent, no other is taken', async () => {
    const { tenantId } = await api.tenants.create({ ...plain, name: 'Modes' })
    for (const connect of ['ondemand', 'live', 'both', 'none', null] as const) {
      await api.tenants.update({ tenantId, connect })
      expect((await api.tenants.view({ tenantId })).connect).toBe(connect)
    }
    const activatedProducts = ['Virtual' as const, 'API' as const, 'Web' as const, 'Mobile App' as const]
    await api.tenants.update({ tenantId, activatedProducts })
    expect((await api.tenants.view({ tenantId })).activatedProducts).toEqual(activatedProducts)
    const languageCodes = ['en-GB', 'de-DE', 'fr-FR', 'it-IT']
    expect((await api.tenants.update({ tenantId, languageCodes })).languageCodes).toEqual(languageCodes)
    const wrong = { connect: 'sometimes' as never, activatedProducts: ['TV' as never] }
    const { status, issues } = await failure(api.tenants.update({ tenantId, ...wrong }))
    expect([status, issues.map(({ path }) => path).toSorted()]).toEqual([
      ...[400, ['activatedProducts.0', 'connect']],
    ])
  })

  test('B-10 an older version is refused with what was changed since', async () => {
    const { tenantId } = await api.tenants.create({ ...plain, name: 'Versions' })
    await api.tenants.update({ tenantId, customerNumber: 'K-10', version: 1 })
    const { code, changes } = await failure(api.tenants.update({ tenantId, name: 'Late', version: 1 }))
    expect([code, changes.map(({ path }) => path)]).toEqual(['outdated', ['customerNumber']])
  })
})

describe('TENANT-08, C-80, C-93, C-99 provider active', () => {
  const email = 'studio@acme.test'

  test('B-10 opens an account and a provider, follows the tenant, and closes the account at once', async () => {
    const { tenantId } = await api.tenants.create({ ...plain, ...active, name: 'Active', email })
    const { user, token, refreshToken } = await signIn(email, 'Secret-99')
    expect(user).toMatchObject({ role: 2, displayName: 'Active', tenants: [{ tenantId }] })
    const { tenantProviders } = await api.providers.list({})
    expect(tenantProviders).toContainEqual(expect.objectContaining({ tenantId, email }))
    const settings = await api.tenants.view({ tenantId })
    expect(settings).toMatchObject({
      hasPassword: true,
      providerEmail: email,
      jwPlayerSecret: { endsWith: '4f2a' },
    })
    expect(JSON.stringify(settings)).not.toContain(active.jwPlayerSecret)

    const { providerId } = settings
    const { tag } = await api.titles.create({ className: 'Stays', providerId })

    const renamed = { tenantId, email: 'new@acme.test', password: 'Other-123' }
    await api.tenants.update(renamed)
    await expect(signIn(email, 'Secret-99')).rejects.toMatchObject({ code: 'unauthorised' })
    await expect(server.api().session.refresh({ refreshToken })).rejects.toThrow()
    const again = await signIn(renamed.email, renamed.password)

    await api.tenants.update({ tenantId, isProviderActive: false })
    for (const held of [token, again.token]) {
      const headers = { authorization: `Bearer ${held}` }
      expect((await server.app.request('/api/v1/tenant', { headers })).status).toBe(401)
    }
    await expect(server.api().session.refresh({ refreshToken: again.refreshToken })).rejects.toThrow()
    expect((await api.tenants.view({ tenantId })).providerId).not.toBeNull()
    expect((await api.titles.find({ titleTags: [tag] })).data).toMatchObject([{ className: 'Stays' }])

    await api.tenants.update({ tenantId, isProviderActive: true })
    expect((await signIn(renamed.email, renamed.password)).user.email).toBe(renamed.email)
  })

  test('C-13, C-93 switched on later without any password, it asks for one; customer support may set it (C-99)', async () => {
    const { tenantId } = await api.tenants.create({ ...plain, name: 'Later' })
    const { password, ...rest } = active
    const on = { ...rest, tenantId, email: 'later@acme.test' }
    expect(await refusal(api.tenants.update(on))).toEqual(['invalid', 'password', 'validation.required'])
    // C-13: an administrator is offered, as providers, those tenants alone that have a provider's e-mail.
    const offered = async () =>
      (await api.metadata.view({})).providers.some(provider => provider.tenantId === tenantId)
    expect(await offered()).toBe(false)
    await server.api('support').tenants.update({ ...on, password })
    expect(await offered()).toBe(true)
    const { user, refreshToken } = await signIn('later@acme.test', password)
    expect(user.role).toBe(2)
    // As of a provider, the present one ends the sessions and is not told apart.
    await server.api('support').tenants.update({ tenantId, password })
    expect(await refusal(server.api().session.refresh({ refreshToken }))).toEqual([
      'unauthorised',
      undefined,
      undefined,
    ])
    await signIn('later@acme.test', password)
  })

  test('C-66, C-124 blank keeps a secret, null removes it where nothing needs it; no entry holds one', async () => {
    const { tenantId } = await api.tenants.create({
      ...plain,
      ...active,
      name: 'Secrets',
      email: 's@acme.test',
    })
    const kept = await api.tenants.update({ tenantId, jwPlayerSecret: '', password: '', name: 'Secrets 2' })
    expect(kept).toMatchObject({ hasPassword: true, jwPlayerSecret: { endsWith: '4f2a' } })
    expect(await refusal(api.tenants.update({ tenantId, jwPlayerSecret: null }))).toEqual([
      ...['invalid', 'jwPlayerSecret', 'validation.required'],
    ])
    const removed = await api.tenants.update({ tenantId, jwPlayerSecret: null, isProviderActive: false })
    expect(removed.jwPlayerSecret).toBeNull()
    const { data } = await auditOf(systemScope, server.deps.db, {
      ...{ noun: 'tenants', id: tenantId, page: 1, take: -1 },
    })
    expect(data.map(({ verb }) => verb)).toEqual(['update', 'update', 'create'])
    expect(JSON.stringify(data)).not.toMatch(/jw-secret|Secret-99|sealed/)
  })
})

describe('TENANT-29, TENANT-31, API-60, API-61 the list', () => {
  test('C-13, B-10 searches and sorts, with the e-mail that signs in', async () => {
    const { data } = await api.tenants.list({ sort: 'customerNumber', dir: 'desc', query: 'k-100' })
    expect(data.map(({ tenantId }) => tenantId)).toEqual(['nordicmove', 'oasiswellness', 'pulsehouse'])
    const byEmail = await api.tenants.list({ query: 'tenant@demo' })
    expect(byEmail.data).toMatchObject([{ tenantId: 'pulsehouse', providerEmail: 'tenant@demo.kinora.test' }])
    expect(JSON.stringify(data)).not.toMatch(/secret/i)
  })

  test('C-98 one that owns something stays and says what; the other goes, comes back, and is gone after 30 days', async () => {
    await server.api('tenant').titles.create({ className: 'Owned' })
    const email = 'gone@acme.test'
    const { tenantId } = await api.tenants.create({ ...plain, ...active, name: 'Gone', email })
    const { providerId } = await api.tenants.view({ tenantId })
    const before = await api.titles.create({ className: 'Before', tenantId })
    await api.titles.remove({ tags: [before.tag] })
    expect(await api.tenants.remove({ tenantIds: ['pulsehouse', tenantId, 'nowhere'] })).toMatchObject([
      { status: 409, titles: expect.toSatisfy((count: number) => count > 0), channels: 1 },
      { id: tenantId, status: 200, titles: 0 },
      { status: 404 },
    ])
    expect((await failure(api.tenants.view({ tenantId }))).code).toBe('notFound')
    await expect(signIn(email, 'Secret-99')).rejects.toThrow()
    expect(await refusal(api.tenants.create({ ...plain, name: 'Gone' }))).toContain('tenant.idTaken')
    expect((await api.tenants.deleted({})).data).toMatchObject([{ tenantId, name: 'Gone' }])
    const channelIdsToPublish = (await api.channels.search({ take: 1 })).data.map(({ tag }) => tag)
    expect(await refusal(api.publishing.setTenant({ tenantId, channelIdsToPublish }))).toEqual([
      ...['invalid', 'tenantId', 'validation.reference'],
    ])
    // Nor does it get a title, which would go with it.
    for (const [path, owner] of [
      ['tenantId', { tenantId }],
      ['providerId', { providerId }],
    ] as const)
      expect(await refusal(api.titles.create({ className: 'Late', ...owner }))).toEqual([
        ...['invalid', path, 'validation.reference'],
      ])
    expect(await refusal(api['deleted-titles'].restore({ tag: before.tag }))).toEqual([
      ...['refused', 'tag', 'deleted.tenantDeleted'],
    ])
    const { tenantProviders } = await api.providers.list({ take: -1 })
    expect(tenantProviders.map(({ tag }) => tag)).not.toContain(providerId)

    expect(await api.tenants.restore({ tenantId })).toMatchObject({ name: 'Gone', hasPassword: true })
    expect((await signIn(email, 'Secret-99')).user.tenants).toMatchObject([{ tenantId }])
    expect(await api['deleted-titles'].restore({ tag: before.tag })).toMatchObject({ tag: before.tag })
    await api.titles.remove({ tags: [before.tag] })

    await api.tenants.remove({ tenantIds: [tenantId] })
    clock.forward(31 * 86_400)
    const late = server.api('admin')
    expect(await refusal(late.tenants.restore({ tenantId }))).toContain('tenant.notDeleted')
    // One that owns a title after all stays, whether by its own id or by its provider's.
    const { db } = server.deps
    const own = eq(titlesTable.tag, before.tag)
    const rows = () => db.select().from(tenantsTable).where(eq(tenantsTable.tenantId, tenantId))
    for (const owner of [{ providerId: null }, { providerId, tenantId: null }, { isDelete: true }]) {
      await db
        .update(titlesTable)
        .set({ isDelete: false, tenantId, ...owner })
        .where(own)
      await purgeTenants(server.deps)
      expect(await rows()).toHaveLength('isDelete' in owner ? 0 : 1)
    }
    // Its audit log, plays and files go by its id: nobody else gets it, while its e-mail is free.
    expect(await refusal(late.tenants.create({ ...plain, name: 'Gone' }))).toContain('tenant.idUsed')
    expect(await refusal(late.tenants.create({ ...plain, name: 'New', tenantId }))).toEqual([
      ...['conflict', 'tenantId', 'tenant.idGivenUsed'],
    ])
    expect((await late.tenants.create({ ...plain, name: 'Gone again', email })).tenantId).toBe('goneagain')
    api = late
  })
})

describe('TENANT-27, API-67, API-68 access key and secret key', () => {
  test('B-10 are encrypted, read by who manages tenants, and replaced', async () => {
    const { tenantId: id } = await api.tenants.create({ ...plain, name: 'Keys' })
    const { keys } = await server.api('support').tenants.keys({ id })
    const { keys: next } = await api.tenants.generateKeys({ id })
    expect(next).toMatchObject({
      accessKey: expect.stringMatching(/^ak_/),
      secretKey: expect.stringMatching(/^sk_/),
    })
    expect(next).not.toEqual(keys)
    expect((await api.tenants.keys({ id })).keys).toEqual(next)
    const [row] = await server.deps.db.select().from(tenantsTable).where(eq(tenantsTable.tenantId, id))
    expect(JSON.stringify(row)).not.toContain(next!.secretKey)
    expect((await failure(server.api('tenant').tenants.keys({ id }))).code).toBe('forbidden')
    expect((await api.tenants.keys({ id: 'nordicmove' })).keys).toBeNull()
  })
})
