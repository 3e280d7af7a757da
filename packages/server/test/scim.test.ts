import { type Api, type KinoraContract, Role, type SignedIn } from '@kinora/core'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditEntriesTable } from '../src/kernel/rows/audit.ts'
import { apiKeysTable } from '../src/keys/tables.ts'
import { usersTable } from '../src/session/tables.ts'
import { scimUsersTable } from '../src/sso/tables.ts'
import { databases, type TestServer } from './harness.ts'
import { type Issuer, settingsOf, startIssuer } from './oidc/issuer.ts'
import { createServerWith, listenFirst, signInBy } from './oidc/ours.ts'
import { failure } from './refusals.ts'

type Json = Record<string, unknown>
interface Resource extends Json {
  id: string
  meta: { version: string; location: string }
}
interface List {
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: Resource[]
}

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
const people = { ada: { email: 'ada@studio.example', email_verified: true, name: 'Ada' } }

let here: Awaited<ReturnType<typeof listenFirst>>
let issuer: Issuer
let server: TestServer
let key: string

const nextDay = ({ deps }: TestServer) =>
  new Date(deps.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
const makeKey = async (
  of: TestServer = server,
  rights: ('accounts' | 'read')[] = ['accounts'],
  api?: Api<KinoraContract>,
) =>
  (await (api ?? of.api('admin')).keys.create({ name: 'Identity provider', rights, endsOn: nextDay(of) }))
    .secret

/** One call as an identity provider makes it. */
function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return server.app.request(path.startsWith('/scim') ? path : `/scim/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json', ...headers },
    ...sent,
  })
}
async function call<T = Resource>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body)
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.status === 204 ? (undefined as T) : ((await answer.json()) as T)
}
/** What a refusal says: `409 uniqueness …`. */
async function refusal(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await send(method, path, body)
  const { schemas, status, scimType, detail } = (await answer.json()) as Json
  expect(schemas).toEqual(['urn:ietf:params:scim:api:messages:2.0:Error'])
  expect(answer.headers.get('content-type')).toBe('application/scim+json')
  expect(status).toBe(String(answer.status))
  return [status, scimType, detail].filter(part => part !== undefined).join(' ')
}
const list = (path: string) => call<List>('GET', path)
const newUser = (userName: string, more: Json = {}) =>
  call('POST', '/Users', { schemas: [USER], userName, active: true, ...more })
const newGroup = (displayName: string, members: Resource[] = []) =>
  call('POST', '/Groups', {
    schemas: [GROUP],
    displayName,
    members: members.map(({ id }) => ({ value: id })),
  })
const patch = (path: string, ...Operations: object[]) => call('PATCH', path, { schemas: [PATCH], Operations })
const accountOf = async (email: string) => {
  const [row] = await server.deps.db.select().from(usersTable).where(eq(usersTable.email, email))
  return row
}
const signIn = (person: string): Promise<SignedIn> => signInBy(server, url => issuer.signIn(url, person))
const verify = async (token: string) =>
  (await server.app.request('/api/v1/verify', { headers: { authorization: `Bearer ${token}` } })).status

/** The group of this name, made where there is none. */
async function group(displayName: string): Promise<string> {
  const { Resources } = await list(`/Groups?filter=${encodeURIComponent(`displayName eq "${displayName}"`)}`)
  return Resources[0]?.id ?? (await newGroup(displayName)).id
}

describe.each(databases)('KEY-07 on %s', db => {
  beforeAll(async () => {
    here = await listenFirst()
    issuer = await startIssuer(here.url, structuredClone(people))
    server = await createServerWith([settingsOf(issuer.url)], { baseUrl: here.url, db })
    here.serve(server)
    // As many calls as a test wants.
    const { key: limit } = server.deps.limits
    server.deps.limits.key = { take: async id => ({ ...(await limit.take(id)), isOver: false }) }
    key = await makeKey()
  })
  afterAll(async () => {
    await server?.close()
    await issuer?.close()
    await here?.close()
  })

  describe('KEY-07 SCIM 2.0: what there is', () => {
    test('says what it can do, its resources and their schemas (RFC 7643, 5 to 7)', async () => {
      const config = await call<Json>('GET', '/ServiceProviderConfig')
      expect(config).toMatchObject({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
        ...{ patch: { supported: true }, bulk: { supported: false }, etag: { supported: true } },
        ...{ filter: { supported: true, maxResults: 200 }, sort: { supported: true } },
        authenticationSchemes: [{ type: 'oauthbearertoken' }],
      })
      const types = await list('/ResourceTypes')
      expect(types.Resources.map(({ id, endpoint }) => [id, endpoint])).toEqual([
        ['User', '/Users'],
        ['Group', '/Groups'],
      ])
      expect((await list('/Schemas')).Resources.map(({ id }) => id)).toEqual([USER, GROUP])
      const schema = await call<{ attributes: { name: string }[] }>('GET', `/Schemas/${USER}`)
      expect(schema.attributes.map(({ name }) => name)).toContain('userName')
      expect(await call('GET', '/ResourceTypes/Group')).toMatchObject({ schema: GROUP })
      expect(await refusal('GET', '/Schemas/nothing')).toMatch(/^404 /)
      expect(await refusal('GET', '/Devices')).toMatch(/^404 There is no such address/)
      expect(await refusal('PUT', '/Users', {})).toMatch(/^405 /)
    })

    test('lets in a key of an administrator with the right accounts, and nothing else', async () => {
      const endsOn = nextDay(server)
      const admin = server.api('admin')
      const narrow = await admin.keys.create({
        name: 'One tenant',
        rights: ['accounts'],
        tenantIds: ['pulsehouse'],
        endsOn,
      })
      const others = [
        ...[await makeKey(server, ['read']), await makeKey(server, ['accounts'], server.api('tenant'))],
        ...[narrow.secret, (await server.signIn('admin')).token],
      ]
      for (const other of others) {
        const answer = await send('GET', '/Users', undefined, { authorization: `Bearer ${other}` })
        expect([answer.status, ((await answer.json()) as Json).status]).toEqual([403, '403'])
      }
      for (const nothing of ['', 'Bearer x', `Bearer ${key}x`]) {
        const answer = await send('GET', '/Groups', undefined, { authorization: nothing })
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      }
      const refused = and(eq(auditEntriesTable.verb, 'refused'), eq(auditEntriesTable.rowId, 'scim.users'))
      expect(await server.deps.db.$count(auditEntriesTable, refused)).toBeGreaterThan(0)
    })

    test('tells its limit, and where it is set up for several or none', async () => {
      const answer = await send('GET', '/Users?count=0')
      expect(Number(answer.headers.get('ratelimit-limit'))).toBeGreaterThan(0)
      const none = await createServerWith([], { baseUrl: here.url })
      const authorization = `Bearer ${await makeKey(none)}`
      const said = await none.app.request('/scim/v2/Users', { headers: { authorization } })
      expect(await said.json()).toMatchObject({
        detail: expect.stringContaining('Set KINORA_OIDC_ISSUER first'),
      })
      await none.close()
    })
  })

  describe('KEY-07 users (RFC 7644, 3.3 to 3.6)', () => {
    test('the standard’s own example is made, read, replaced and deleted', async () => {
      const babs = {
        ...{ schemas: [USER], userName: 'bjensen', externalId: 'bjensen' },
        name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
        // The example has none; whoever signs in here needs an address.
        emails: [{ value: 'bjensen@example.com', type: 'work', primary: true }],
      }
      const answer = await send('POST', '/Users', babs)
      const made = (await answer.json()) as Resource
      expect(answer.status).toBe(201)
      expect(answer.headers.get('location')).toBe(made.meta.location)
      expect(answer.headers.get('etag')).toBe('W/"1"')
      expect(made).toMatchObject({ ...babs, active: true, meta: { resourceType: 'User', version: 'W/"1"' } })
      expect(made.meta.location).toMatch(new RegExp(`/scim/v2/Users/${made.id}$`))
      expect(await call('GET', `/Users/${made.id}`)).toEqual(made)
      const replaced = await call('PUT', `/Users/${made.id}`, {
        ...{ ...babs, id: made.id, nickName: 'Babs', roles: [] },
        emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }],
        externalId: null,
      })
      expect(replaced).toMatchObject({
        emails: [{ value: 'bjensen@example.com' }, { value: 'babs@jensen.org' }],
      })
      expect([replaced.externalId, replaced.nickName, replaced.meta.version]).toEqual([
        undefined,
        undefined,
        'W/"2"',
      ])
      // What changes nothing is no new version.
      const again = { ...replaced, meta: undefined }
      expect((await call('PUT', `/Users/${made.id}`, again)).meta.version).toBe('W/"2"')
      expect((await send('DELETE', `/Users/${made.id}`)).status).toBe(204)
      expect(await refusal('GET', `/Users/${made.id}`)).toBe(`404 There is no user ${made.id} here.`)
      expect(await refusal('DELETE', `/Users/${made.id}`)).toMatch(/^404 /)
    })

    test('versions: one that is known isn’t sent again, an old one changes nothing (RFC 7644, 3.14)', async () => {
      const { id, meta } = await newUser('etag@studio.example')
      expect((await send('GET', `/Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(
        304,
      )
      const active = (value: boolean) => ({
        schemas: [PATCH],
        Operations: [{ op: 'replace', path: 'active', value }],
      })
      const first = await send('PATCH', `/Users/${id}`, active(false), { 'if-match': meta.version })
      expect([first.status, first.headers.get('etag')]).toEqual([200, 'W/"2"'])
      const second = await send('PATCH', `/Users/${id}`, active(true), { 'if-match': meta.version })
      expect([second.status, ((await second.json()) as Json).status]).toEqual([412, '412'])
      expect((await call('GET', `/Users/${id}`)).active).toBe(false)
      expect((await send('DELETE', `/Users/${id}`, undefined, { 'if-match': 'W/"1"' })).status).toBe(412)
      expect((await send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204)
    })

    test('filters, sorts and pages', async () => {
      const names = ['zoe', 'yves', 'xena'].map(name => `${name}@list.example`)
      for (const [index, name] of names.entries())
        await newUser(name, {
          ...{ externalId: `list-${index}`, active: index !== 1, displayName: `List ${index}` },
          ...{ name: { familyName: index === 0 ? "O'Malley" : 'Other' } },
          emails: [{ value: name, type: index === 0 ? 'work' : 'home' }],
        })
      const found = async (filter: string) =>
        (
          await list(`/Users?${new URLSearchParams({ filter, sortBy: 'userName', attributes: 'userName' })}`)
        ).Resources.map(({ userName }) => String(userName).split('@')[0])
      const all = 'userName ew "@list.example"'
      expect(await found('userName eq "ZOE@list.example"')).toEqual(['zoe'])
      expect(await found(`${USER}:userName sw "yv" and ${all}`)).toEqual(['yves'])
      expect(await found('externalId eq "list-2"')).toEqual(['xena'])
      expect(await found('externalId eq "LIST-2"')).toEqual([])
      expect(await found('emails.value eq "xena@list.example"')).toEqual(['xena'])
      expect(await found('emails[type eq "work" and value co "@list"]')).toEqual(['zoe'])
      expect(await found('name.familyName co "O\'Malley"')).toEqual(['zoe'])
      expect(await found(`${all} and active eq true`)).toEqual(['xena', 'zoe'])
      expect(await found(`${all} and active eq "False"`)).toEqual(['yves'])
      expect(await found(`${all} and not (active eq true or emails.type eq "work")`)).toEqual(['yves'])
      expect(await found(`${all} and displayName pr and title pr`)).toEqual([])
      expect(
        await found(`${all} and userType ne "Employee" and meta.created gt "2011-05-13T04:42:34Z"`),
      ).toEqual(['xena', 'yves', 'zoe'])
      expect(await found('userName eq "11111111-1111-1111-1111-111111111111"')).toEqual([])
      expect(await found(`userName eq "x' OR 1=1 --"`)).toEqual([])
      const page = await list(
        `/Users?${new URLSearchParams({ filter: all, sortBy: 'userName', sortOrder: 'descending', startIndex: '2', count: '1' })}`,
      )
      expect([page.totalResults, page.startIndex, page.itemsPerPage]).toEqual([3, 2, 1])
      expect(page.Resources[0]).toMatchObject({ userName: 'yves@list.example' })
      const none = await list(`/Users?${new URLSearchParams({ filter: all, count: '0', startIndex: '-5' })}`)
      expect([none.totalResults, none.startIndex, none.Resources]).toEqual([3, 1, []])
      const few = await list(`/Users?filter=${encodeURIComponent(all)}&excludedAttributes=emails,groups,meta`)
      expect(Object.keys(few.Resources[0]!).toSorted()).toEqual([
        'active',
        'displayName',
        'externalId',
        'id',
        'name',
        'schemas',
        'userName',
      ])
      expect(await refusal('GET', '/Users?filter=userName')).toMatch(/^400 invalidFilter The filter/)
      expect(await refusal('GET', `/Users?filter=${encodeURIComponent('userNam eq "x"')}`)).toMatch(
        /^400 invalidFilter Nothing can be found by usernam here. Use one of: id, externalid/,
      )
      expect(await refusal('GET', '/Users?sortBy=emails')).toMatch(/^400 invalidPath /)
      expect(await refusal('GET', '/Users?startIndex=one')).toMatch(/^400 invalidValue /)
    })

    test('refuses what is wrong, by the names of the standard', async () => {
      const body = (more: Json) => ({ schemas: [USER], userName: 'wrong@studio.example', ...more })
      await newUser('taken@studio.example')
      expect(await refusal('POST', '/Users', body({ userName: 'TAKEN@studio.example' }))).toMatch(
        /^409 uniqueness /,
      )
      expect(await refusal('POST', '/Users', body({ userName: undefined }))).toMatch(/^400 invalidValue /)
      expect(await refusal('POST', '/Users', body({ userName: 'no-address' }))).toMatch(
        /^400 invalidValue A user needs/,
      )
      expect(await refusal('POST', '/Users', body({ emails: [{ value: 'no address' }] }))).toMatch(
        /^400 invalidValue /,
      )
      expect(await refusal('POST', '/Users', body({ active: 'perhaps' }))).toMatch(/^400 invalidValue /)
      expect(await refusal('POST', '/Users', 'no JSON')).toMatch(/^400 invalidSyntax /)
      expect(await refusal('POST', '/Users', '[]')).toMatch(/^400 invalidSyntax /)
      const email = 'admin@demo.kinora.test'
      expect(await refusal('POST', '/Users', body({ userName: email }))).toMatch(/^409 uniqueness admin@demo/)
      expect((await accountOf(email))?.passwordHash).not.toBeNull()
      expect(await list('/Users?filter=userName%20sw%20%22wrong%22')).toMatchObject({ totalResults: 0 })
    })
  })

  describe('KEY-07 groups make accounts, by the mapping of the claims (C-147)', () => {
    test('who is in groups of one role has an account, and loses it with the group', async () => {
      const user = await newUser('grace@studio.example', { displayName: 'Grace' })
      expect(await accountOf('grace@studio.example')).toBeUndefined()
      const admins = await newGroup('kinora-admin', [user])
      expect(admins.members).toEqual([
        expect.objectContaining({ value: user.id, display: 'Grace', type: 'User' }),
      ])
      expect(await accountOf('grace@studio.example')).toMatchObject({
        ...{ role: Role.Admin, displayName: 'Grace', passwordHash: null, isActive: true },
      })
      const seen = await call('GET', `/Users/${user.id}`)
      expect(seen.groups).toEqual([
        { value: admins.id, $ref: admins.meta.location, display: 'kinora-admin', type: 'direct' },
      ])
      expect(seen.meta.version).toBe('W/"2"')
      expect(await list(`/Groups?filter=${encodeURIComponent(`members eq "${user.id}"`)}`)).toMatchObject({
        totalResults: 1,
      })
      await patch(`/Groups/${admins.id}`, { op: 'replace', value: { displayName: 'kinora-support' } })
      expect((await accountOf('grace@studio.example'))?.role).toBe(Role.Support)
      // Each member is read with the new name: who knows the former version is sent this one.
      const renamed = await send('GET', `/Users/${user.id}`, undefined, { 'if-none-match': 'W/"2"' })
      expect(await renamed.json()).toMatchObject({
        ...{ groups: [{ display: 'kinora-support' }], meta: { version: 'W/"3"' } },
      })
      expect((await send('DELETE', `/Groups/${admins.id}`)).status).toBe(204)
      expect((await accountOf('grace@studio.example'))?.isActive).toBe(false)
      expect((await call('GET', `/Users/${user.id}`)).active).toBe(true)
    })

    test('tenants and providers are groups too, the first being the one acted for (ROLE-10)', async () => {
      const user = await newUser('tess@pulse.example')
      const customers = await newGroup('kinora-customer', [user])
      expect(await accountOf('tess@pulse.example')).toBeUndefined()
      const strange = await newGroup('tenants:nobody', [user])
      expect(await accountOf('tess@pulse.example')).toBeUndefined()
      await patch(`/Groups/${strange.id}`, {
        op: 'replace',
        path: 'displayName',
        value: 'Tenants:pulsehouse',
      })
      expect(await accountOf('tess@pulse.example')).toMatchObject({ role: Role.Tenant, isActive: true })
      const [provider] = (await server.api('admin').providers.list({})).data
      await newGroup(`provider:${provider!.tag}`, [user])
      await patch(`/Groups/${customers.id}`, { op: 'remove', path: 'members' })
      expect((await accountOf('tess@pulse.example'))?.isActive).toBe(false)
      await newGroup('kinora-partner', [user])
      expect(await accountOf('tess@pulse.example')).toMatchObject({
        role: Role.Provider,
        providerTag: provider!.tag,
        isActive: true,
      })
      await newGroup('Everybody', [user])
      expect((await accountOf('tess@pulse.example'))?.isActive).toBe(true)
    })

    test('who is off or deleted is signed out at once and loses the keys; who comes back gets the account again', async () => {
      issuer.people.hal = { email: 'hal@studio.example', email_verified: true, name: 'Hal' }
      const user = await newUser('hal@studio.example')
      const support = await group('kinora-support')
      await patch(`/Groups/${support}`, { op: 'add', path: 'members', value: [{ value: user.id }] })
      const { token, refreshToken, user: who } = await signIn('hal')
      expect(who).toMatchObject({ email: 'hal@studio.example', role: Role.Support })
      const { app } = server
      const made = await app.request('/api/v1/keys', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          tenantId: 'pulsehouse',
        },
        body: JSON.stringify({ name: 'Hal’s script', rights: ['read'], endsOn: nextDay(server) }),
      })
      const { secret } = (await made.json()) as { secret: string }
      expect([await verify(token), await verify(secret)]).toEqual([200, 200])
      await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' })
      expect([await verify(token), await verify(secret)]).toEqual([401, 401])
      expect((await failure(server.api().session.refresh({ refreshToken }))).code).toBe('unauthorised')
      expect((await failure(signIn('hal'))).issues[0]?.code).toBe('sso.closed')
      await patch(`/Users/${user.id}`, { op: 'Replace', path: 'active', value: 'True' })
      expect([await verify(secret), (await signIn('hal')).user.userId]).toEqual([401, who.userId])
      const [row] = await server.deps.db
        .select()
        .from(apiKeysTable)
        .where(eq(apiKeysTable.userId, who.userId))
      expect(row?.revokedAt).not.toBeNull()
      await call('DELETE', `/Users/${user.id}`)
      expect((await failure(signIn('hal'))).code).toBe('refused')
      const again = await newUser('hal@studio.example')
      await patch(`/Groups/${support}`, { op: 'add', path: 'members', value: [{ value: again.id }] })
      expect((await signIn('hal')).user.userId).toBe(who.userId)
    })

    test('the claims of who is handed over say who it is, and nothing else', async () => {
      issuer.people.ivy = {
        email: 'ivy@studio.example',
        email_verified: true,
        name: 'Ivy',
        role: 'kinora-admin',
      }
      const user = await newUser('ivy@studio.example', { displayName: 'Ivy of SCIM' })
      expect((await failure(signIn('ivy'))).issues[0]?.code).toBe('sso.noRole')
      await patch(`/Groups/${await group('kinora-support')}`, {
        op: 'add',
        path: 'members',
        value: [{ value: user.id }],
      })
      expect((await signIn('ivy')).user).toMatchObject({ role: Role.Support, displayName: 'Ivy of SCIM' })
      // Nobody else’s first sign-in.
      issuer.people.imp = {
        email: 'ivy@studio.example',
        email_verified: true,
        name: 'Imp',
        role: 'kinora-admin',
      }
      expect((await failure(signIn('imp'))).issues[0]?.code).toBe('sso.emailTaken')
    })

    test('is known by the id of the identity provider; an address that nobody vouches for proves nothing', async () => {
      const joan = { email: 'joan@studio.example', name: 'Joan' }
      Object.assign(issuer.people, { joan, 'joan-id': { ...joan, email: 'other@studio.example' } })
      const user = await newUser('joan@studio.example', { externalId: 'joan-id' })
      await patch(`/Groups/${await group('kinora-support')}`, {
        op: 'add',
        path: 'members',
        value: [{ value: user.id }],
      })
      expect((await failure(signIn('joan'))).issues[0]?.code).toBe('sso.noRole')
      expect((await signIn('joan-id')).user.email).toBe('joan@studio.example')
    })

    test('an account that signed in there before is taken over; one with a password never', async () => {
      issuer.people.kim = {
        email: 'kim@studio.example',
        email_verified: true,
        name: 'Kim',
        role: 'kinora-support',
      }
      const { user: before } = await signIn('kim')
      const user = await newUser('kim@studio.example', { displayName: 'Kim of SCIM' })
      expect((await accountOf('kim@studio.example'))?.isActive).toBe(false)
      await patch(`/Groups/${await group('kinora-support')}`, {
        op: 'add',
        path: 'members',
        value: [{ value: user.id }],
      })
      expect((await signIn('kim')).user).toMatchObject({ userId: before.userId, displayName: 'Kim of SCIM' })
      const { email } = (await server.signIn('support')).user
      expect(
        await refusal('PATCH', `/Users/${user.id}`, {
          Operations: [{ op: 'replace', path: 'userName', value: email }],
        }),
      ).toMatch(/^409 uniqueness /)
    })

    test('who signed in by claims before being in a group keeps that account, which ends with the person', async () => {
      issuer.people.lea = { email: 'lea@studio.example', name: 'Lea', role: 'kinora-support' }
      const user = await newUser('lea@studio.example')
      const off = await newUser('lou@studio.example')
      issuer.people.lou = { email: 'lou@studio.example', name: 'Lou', role: 'kinora-admin' }
      const [{ user: lea }, lou] = [await signIn('lea'), await signIn('lou')]
      await patch(`/Groups/${await group('kinora-support')}`, {
        ...{ op: 'add', path: 'members', value: [{ value: user.id }] },
      })
      expect(await accountOf('lea@studio.example')).toMatchObject({ userId: lea.userId, isActive: true })
      await patch(`/Users/${user.id}`, { op: 'replace', path: 'active', value: false })
      expect((await accountOf('lea@studio.example'))?.isActive).toBe(false)
      // Also where there never was a group.
      await patch(`/Users/${off.id}`, { op: 'replace', path: 'active', value: false })
      expect([await verify(lou.token), (await failure(signIn('lou'))).code]).toEqual([401, 'refused'])
    })

    test('the last administrator is neither turned off nor deleted, nor loses the role', async () => {
      const user = await newUser('last@studio.example')
      const admins = await group('kinora-admin')
      await patch(`/Groups/${admins}`, { op: 'add', path: 'members', value: [{ value: user.id }] })
      const { db } = server.deps
      const others = await db
        .update(usersTable)
        .set({ isActive: false })
        .where(and(eq(usersTable.role, Role.Admin), eq(usersTable.email, 'admin@demo.kinora.test')))
        .returning()
      // The key is its maker’s, who is an administrator too: another one makes it meanwhile.
      const { userId } = (await accountOf('last@studio.example'))!
      await db.update(apiKeysTable).set({ userId }).where(eq(apiKeysTable.name, 'Identity provider'))
      const off = { Operations: [{ op: 'replace', path: 'active', value: false }] }
      expect(await refusal('PATCH', `/Users/${user.id}`, off)).toMatch(
        /^409 This would leave nobody to administer/,
      )
      expect(await refusal('DELETE', `/Users/${user.id}`)).toMatch(/^409 /)
      expect(await refusal('DELETE', `/Groups/${admins}`)).toMatch(/^409 /)
      expect((await call('GET', `/Users/${user.id}`)).active).toBe(true)
      expect((await accountOf('last@studio.example'))?.isActive).toBe(true)
      await db.update(usersTable).set({ isActive: true }).where(eq(usersTable.userId, others[0]!.userId))
      await db
        .update(apiKeysTable)
        .set({ userId: others[0]!.userId })
        .where(eq(apiKeysTable.name, 'Identity provider'))
      await call('DELETE', `/Users/${user.id}`)
    })

    test('who did it stands in the audit log, with the key', async () => {
      const user = await newUser('audited@studio.example')
      await patch(`/Groups/${await group('kinora-support')}`, {
        op: 'add',
        path: 'members',
        value: [{ value: user.id }],
      })
      const { userId } = (await accountOf('audited@studio.example'))!
      const { data } = await server.api('admin').audit.list({ take: 20 })
      const entries = data.filter(({ row }) => row === userId || row === user.id)
      expect(entries.map(({ noun, verb, keyName }) => [noun, verb, keyName])).toEqual([
        ['accounts', 'create', 'Identity provider'],
        ['scim-users', 'create', 'Identity provider'],
      ])
      expect(JSON.stringify(data)).toContain('scim-groups')
    })
  })

  describe('KEY-07 the conversations of identity providers', () => {
    test('Microsoft Entra ID: looks, makes, changes, moves between groups, turns off, deletes', async () => {
      const filter = encodeURIComponent('userName eq "Test_User_dfeef4c5@studio.example"')
      expect(await list(`/Users?filter=${filter}`)).toMatchObject({ totalResults: 0, Resources: [] })
      const made = await call('POST', '/Users', {
        schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
        ...{
          externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
          userName: 'Test_User_dfeef4c5@studio.example',
        },
        ...{ active: true, meta: { resourceType: 'User' }, roles: [] },
        emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@studio.example' }],
        name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Studio' },
      })
      const changed = await patch(
        `/Users/${made.id}`,
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@studio.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Sales',
        },
      )
      expect(changed).toMatchObject({
        emails: [{ primary: true, type: 'work', value: 'updatedEmail@studio.example' }],
        name: { familyName: 'updatedFamilyName' },
      })
      const byName = encodeURIComponent('displayName eq "kinora-support"')
      const known = await list(`/Groups?excludedAttributes=members&filter=${byName}`)
      expect(known.Resources[0]).not.toHaveProperty('members')
      const { id } = known.Resources[0]!
      await patch(`/Groups/${id}`, { op: 'Add', path: 'members', value: [{ $ref: null, value: made.id }] })
      expect(await accountOf('updatedEmail@studio.example')).toMatchObject({
        role: Role.Support,
        isActive: true,
      })
      const isMember = encodeURIComponent(`id eq "${id}" and members eq "${made.id}"`)
      expect((await list(`/Groups?filter=${isMember}&attributes=id`)).totalResults).toBe(1)
      await patch(`/Groups/${id}`, { op: 'Remove', path: 'members', value: [{ value: made.id }] })
      await patch(`/Groups/${await group('kinora-admin')}`, {
        op: 'Add',
        path: 'members',
        value: [{ value: made.id }],
      })
      expect(await accountOf('updatedEmail@studio.example')).toMatchObject({
        role: Role.Admin,
        isActive: true,
      })
      const off = await patch(`/Users/${made.id}`, { op: 'Replace', value: { active: 'False' } })
      expect([off.active, (await accountOf('updatedEmail@studio.example'))?.isActive]).toEqual([false, false])
      expect((await send('DELETE', `/Users/${made.id}`)).status).toBe(204)
    })

    test('Okta: looks, makes, replaces, pushes a group, turns off', async () => {
      const filter = encodeURIComponent('userName eq "test.user@okta.local.example"')
      expect((await list(`/Users?startIndex=1&count=100&filter=${filter}`)).itemsPerPage).toBe(0)
      const sent = {
        ...{ schemas: [USER], userName: 'test.user@okta.local.example', externalId: '00ujl29u0le5T6Aj10h7' },
        ...{ name: { givenName: 'Test', familyName: 'User' }, displayName: 'Test User', locale: 'en-US' },
        emails: [{ primary: true, value: 'test.user@okta.local.example', type: 'work' }],
        ...{ groups: [], password: '1mz050nq', active: true },
      }
      const made = await call('POST', '/Users', sent)
      expect(made).not.toHaveProperty('password')
      expect(JSON.stringify(await server.deps.db.select().from(scimUsersTable))).not.toContain('1mz050nq')
      const replaced = await call('PUT', `/Users/${made.id}`, {
        ...sent,
        id: made.id,
        displayName: 'Another User',
      })
      expect(replaced).toMatchObject({ displayName: 'Another User', externalId: sent.externalId })
      const pushed = await call('POST', '/Groups', {
        ...{ schemas: [GROUP], displayName: 'Okta push' },
        members: [{ value: made.id, display: sent.userName }],
      })
      const Operations = [{ op: 'replace', value: { id: pushed.id, displayName: 'Okta pushed' } }]
      expect(await call('PATCH', `/Groups/${pushed.id}`, { schemas: [PATCH], Operations })).toMatchObject({
        ...{ displayName: 'Okta pushed', members: [{ value: made.id }] },
      })
      await patch(`/Groups/${pushed.id}`, { op: 'remove', path: `members[value eq "${made.id}"]` })
      expect(await call('GET', `/Groups/${pushed.id}`)).not.toHaveProperty('members')
      expect((await patch(`/Users/${made.id}`, { op: 'replace', value: { active: false } })).active).toBe(
        false,
      )
    })
  })

  describe('KEY-07 hostile', () => {
    test('huge and deep filters, bodies and names are refused, and quickly forgotten', async () => {
      const deep = `${'not ('.repeat(100)}active eq true${')'.repeat(100)}`
      for (const filter of [deep, `userName eq "${'x'.repeat(5000)}"`])
        expect(await refusal('GET', `/Users?filter=${encodeURIComponent(filter)}`)).toMatch(
          /^400 invalidFilter The filter is too long/,
        )
      expect(await refusal('POST', '/Users', JSON.stringify({ userName: 'x'.repeat(2_000_000) }))).toMatch(
        /^413 /,
      )
      const nested = `{"name":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
      expect(await refusal('POST', '/Users', nested)).toMatch(/^400 /)
      expect(await refusal('POST', '/Users', { userName: 'a\u0000@studio.example' })).toMatch(/^400 /)
      expect(await refusal('GET', `/Users/${encodeURIComponent("' OR 1=1 --")}`)).toMatch(/^404 /)
      expect(await refusal('GET', '/Users?filter=userName%20eq%20%22%5Cu0000%22')).toMatch(/^400 /)
      for (const moment of [
        '+275760-09-13T00:00:00Z',
        '-000005-01-01T00:00:00Z',
        '0000-01-01T00:00:00Z',
        'x',
      ])
        expect(
          await refusal('GET', `/Users?filter=${encodeURIComponent(`meta.created gt "${moment}"`)}`),
        ).toBe('400 invalidValue The value of meta.created isn’t one that it can have.')
      for (const method of ['GET', 'PATCH', 'DELETE'])
        for (const place of ['Users', 'Groups'])
          expect(await refusal(method, `/${place}/a%00`, method === 'PATCH' ? {} : undefined)).toMatch(
            /^404 /,
          )
    })

    test('prototype keys are nobody’s attributes', async () => {
      const { id } = await newUser('proto@studio.example')
      const body = `{"schemas":["${PATCH}"],"Operations":[{"op":"add","value":{"__proto__":{"isAdmin":true}}}]}`
      expect(await refusal('PATCH', `/Users/${id}`, body)).toMatch(/^400 invalidPath /)
      const made = await call(
        'POST',
        '/Users',
        '{"userName":"proto2@studio.example","__proto__":{"active":false},"constructor":{}}',
      )
      expect(made.active).toBe(true)
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    })

    test('ten thousand members: strangers are refused at once, and more than a thousand come in several calls', async () => {
      const strangers = Array.from({ length: 10_000 }, (_, index) => ({ value: `nobody-${index}` }))
      const body = { schemas: [GROUP], displayName: 'Crowd', members: strangers }
      expect(await refusal('POST', '/Groups', body)).toMatch(/^413 .*changes 10,000/)
      expect(await refusal('POST', '/Groups', { ...body, members: strangers.slice(0, 500) })).toMatch(
        /^400 invalidValue .*nobody-0/,
      )
      const [row] = await server.deps.db.select().from(scimUsersTable).limit(1)
      const crowd = Array.from({ length: 1000 }, (_, index) => ({
        ...{ ...row!, scimId: `crowd-${index}`, userName: `crowd-${index}@studio.example`, userId: null },
        ...{ externalId: null, deletedAt: null, emails: [] },
      }))
      await server.deps.db.insert(scimUsersTable).values(crowd)
      const members = crowd.map(({ scimId }) => ({ value: scimId }))
      const { id } = await call('POST', '/Groups', { ...body, members })
      const shown = await call<{ members: unknown[] }>('GET', `/Groups/${id}`)
      expect(shown.members).toHaveLength(1000)
      await patch(`/Groups/${id}`, { op: 'remove', path: 'members[value sw "crowd-1"]' })
      expect((await call<{ members: unknown[] }>('GET', `/Groups/${id}`)).members).toHaveLength(889)
    })

    test('of another identity provider’s people a key sees and changes nothing', async () => {
      const other = settingsOf(issuer.url, { id: 'other', domains: ['other.example'] })
      const several = await createServerWith(
        [settingsOf(issuer.url, { domains: ['studio.example'] }), other],
        {
          baseUrl: here.url,
        },
      )
      const authorization = `Bearer ${await makeKey(several)}`
      const ask = (path: string, init: RequestInit = {}) =>
        several.app.request(path, { ...init, headers: { authorization, 'content-type': 'application/json' } })
      const said = (await (await ask('/scim/v2/Users')).json()) as Json
      expect(said.detail).toMatch(/Choose one: .*\/scim\/main\/v2, .*\/scim\/other\/v2/)
      expect((await ask('/scim/nobody/v2/Users')).status).toBe(404)
      const post = (id: string, userName: string) =>
        ask(`/scim/${id}/v2/Users`, { method: 'POST', body: JSON.stringify({ userName }) })
      const { id, meta } = (await (await post('main', 'a@studio.example')).json()) as Resource
      expect(meta.location).toMatch(/\/scim\/main\/v2\/Users\//)
      expect((await ask(`/scim/other/v2/Users/${id}`)).status).toBe(404)
      expect((await (await ask('/scim/other/v2/Users')).json()) as Json).toMatchObject({ totalResults: 0 })
      const refused = (await (await post('other', 'b@studio.example')).json()) as Json
      expect(refused.detail).toMatch(/doesn’t belong to/)
      const members = JSON.stringify({ displayName: 'kinora-admin', members: [{ value: id }] })
      expect((await ask('/scim/other/v2/Groups', { method: 'POST', body: members })).status).toBe(400)
      await several.close()
    })

    test('of two changes at a time neither is lost', async () => {
      const { id } = await newUser('both@studio.example')
      const crowd = await Promise.all(['c1', 'c2', 'c3', 'c4'].map(name => newUser(`${name}@both.example`)))
      const team = await newGroup('Both')
      await Promise.all([
        patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Given' }),
        patch(`/Users/${id}`, { op: 'replace', path: 'name.familyName', value: 'Family' }),
        ...crowd.map(({ id: value }) =>
          patch(`/Groups/${team.id}`, { op: 'add', path: 'members', value: [{ value }] }),
        ),
      ])
      expect(await call('GET', `/Users/${id}`)).toMatchObject({
        name: { givenName: 'Given', familyName: 'Family' },
      })
      expect((await call<{ members: unknown[] }>('GET', `/Groups/${team.id}`)).members).toHaveLength(4)
      const twice = await Promise.all([
        send('POST', '/Users', { userName: 'twin@both.example' }),
        send('POST', '/Users', { userName: 'Twin@both.example' }),
      ])
      expect(twice.map(({ status }) => status).toSorted()).toEqual([201, 409])
    })
  })
})
