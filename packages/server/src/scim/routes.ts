import { en, type FilePath, fillText, isStorable, KinoraError, Role } from '@kinora/core'
import { sql } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { Deps } from '../deps.ts'
import { admitKey } from '../kernel/http/admission.ts'
import { clientOf, type ServeOptions, type ServerEnv } from '../kernel/http/serve.ts'
import { authorOf } from '../kernel/rows/audit.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import { assertRight } from '../keys/index.ts'
import type { Database } from '../ports/db.ts'
import type { IdentitySettings } from '../ports/identity.ts'
import { scimError } from './failure.ts'
import {
  createGroup,
  listGroups,
  lockGroup,
  readGroup,
  removeGroup,
  updateGroup,
  writtenOf as writtenOfGroup,
} from './groups.ts'
import { type Handed, readQuery } from './listing.ts'
import { applyOperations, readOperations, toWritten, type Written } from './patch.ts'
import {
  groupType,
  type ResourceType,
  toResourceType,
  toSchema,
  toServiceProviderConfig,
  toShown,
  userType,
} from './schemas.ts'
import {
  createUser,
  listUsers,
  lockUser,
  readUser,
  removeUser,
  updateUser,
  writtenOf as writtenOfUser,
} from './users.ts'

/** Bytes of a body at most. */
const BODY_MAX = 1_048_576

/** Whether an address is SCIM’s, whose failures it has a shape of its own for. */
export const isScim = (path: string): boolean => /^\/scim(?:\/|$)/.test(path)

/** One kind of resource: what the routes need of it. */
interface Resources<Row> {
  type: ResourceType
  id: 'scim.users' | 'scim.groups'
  list: typeof listUsers | typeof listGroups
  read(db: Database, scimId: string, handed: Handed): Promise<Resource>
  create(tx: Database, written: Written, handed: Handed): Promise<{ scimId: string }>
  lock(tx: Database, scimId: string, handed: Handed): Promise<Row>
  writtenOf(tx: Database, row: Row): Promise<Written>
  update(tx: Database, change: { row: Row; written: Written }, handed: Handed): Promise<unknown>
  remove(tx: Database, row: Row, handed: Handed): Promise<void>
}
type Resource = Record<string, unknown> & { meta: { location: string; version: string } }

const users: Resources<Awaited<ReturnType<typeof lockUser>>> = {
  type: userType,
  id: 'scim.users',
  list: listUsers,
  read: readUser,
  create: createUser,
  lock: lockUser,
  update: updateUser,
  remove: removeUser,
  writtenOf: async (_, row) => writtenOfUser(row),
}

const groups: Resources<Awaited<ReturnType<typeof lockGroup>>> = {
  type: groupType,
  id: 'scim.groups',
  list: listGroups,
  read: readGroup,
  create: createGroup,
  lock: lockGroup,
  update: updateGroup,
  remove: removeGroup,
  writtenOf: writtenOfGroup,
}

type Answering = Context<ServerEnv>

/**
 * KEY-07, RFC 7644: identity providers hand over people and groups, which make accounts (decision 0166). Outside of the contract, since
 * the standard says what paths, answers and errors are.
 */
export function mountScim(
  app: Hono<ServerEnv>,
  deps: Deps,
  authenticate: ServeOptions['authenticate'],
): void {
  const small = bodyLimit({
    maxSize: BODY_MAX,
    onError: () => {
      throw new KinoraError('tooLarge')
    },
  })
  for (const root of ['/scim/v2', '/scim/:identityProviderId/v2']) {
    app.use(`${root}/*`, small)
    mountDiscovery(app, root, (c, name) => enter(c, { deps, authenticate, endpoint: 'scim.schemas', name }))
    mountResources(app, { root, deps, authenticate }, users)
    mountResources(app, { root, deps, authenticate }, groups)
  }
  app.all('/scim/*', c => {
    c.set('endpoint', 'scim.schemas')
    throw new KinoraError('notFound', { detail: en['scim.noPlace'] })
  })
}

/** Lets a call in, and says for which identity provider it is. */
type Enter = (c: Answering, name: string | undefined) => Promise<Handed>

/** RFC 7644, 4: what there is here. */
function mountDiscovery(app: Hono<ServerEnv>, root: string, enter: Enter): void {
  const get = (path: string, answer: (base: string, id: string | undefined) => unknown) =>
    app.get(`${root}${path}`, async (c: Answering) => {
      const { base } = await enter(c, c.req.param('identityProviderId'))
      const found = answer(base, c.req.param('id'))
      if (found === undefined) throw new KinoraError('notFound', { detail: en['scim.noPlace'] })
      return toJson(c, found as Record<string, unknown>)
    })
  const types = [userType, groupType]
  get('/ServiceProviderConfig', toServiceProviderConfig)
  get('/ResourceTypes', base => toList(types.map(type => toResourceType(base, type))))
  get('/ResourceTypes/:id', (base, id) => {
    const type = types.find(({ name }) => name === id)
    return type && toResourceType(base, type)
  })
  get('/Schemas', base => toList(types.map(type => toSchema(base, type))))
  get('/Schemas/:id', (base, id) => {
    const type = types.find(({ schema }) => schema === id)
    return type && toSchema(base, type)
  })
}

interface Mounted {
  root: string
  deps: Deps
  authenticate: ServeOptions['authenticate']
}

function mountResources<Row>(app: Hono<ServerEnv>, mounted: Mounted, resources: Resources<Row>): void {
  const { root, deps, authenticate } = mounted
  const { type, id: endpoint } = resources
  const path = `${root}${type.endpoint}`
  const enterHere = (c: Answering) =>
    enter(c, { deps, authenticate, endpoint, name: c.req.param('identityProviderId') })
  const change = async (c: Answering, toNew: (before: Written, body: Record<string, unknown>) => Written) => {
    const handed = await enterHere(c)
    const body = await readBody(c)
    const scimId = idOf(c)
    await inTurn(deps, async tx => {
      const row = await resources.lock(tx, scimId, handed)
      const written = toNew(await resources.writtenOf(tx, row), body)
      await resources.update(tx, { row, written }, handed)
    })
    return answerOne(c, await resources.read(deps.db, scimId, handed), handed)
  }
  app.get(path, async c => {
    const handed = await enterHere(c)
    const query = readQuery(c.req.query())
    const { total, rows } = await resources.list(deps.db, query, handed)
    const shown = rows.map(row => toShown(row, handed.shown))
    return toJson(c, toList(shown, { total, startIndex: query.startIndex }))
  })
  app.get(`${path}/:id`, async c => {
    const handed = await enterHere(c)
    return answerOne(c, await resources.read(deps.db, idOf(c), handed), handed)
  })
  app.post(path, async c => {
    const handed = await enterHere(c)
    const written = toWritten(type, await readBody(c))
    const { scimId } = await inTurn(deps, tx => resources.create(tx, written, handed))
    const resource = await resources.read(deps.db, scimId, handed)
    c.header('location', resource.meta.location)
    return answerOne(c, resource, handed, 201)
  })
  app.put(`${path}/:id`, c => change(c, (_, body) => toWritten(type, body)))
  app.patch(`${path}/:id`, c =>
    change(c, (before, body) => applyOperations(type, before, readOperations(body))),
  )
  app.delete(`${path}/:id`, async c => {
    const handed = await enterHere(c)
    await inTurn(deps, async tx => resources.remove(tx, await resources.lock(tx, idOf(c), handed), handed))
    return c.body(null, 204)
  })
  for (const each of [path, `${path}/:id`])
    app.all(each, async c => {
      await enterHere(c)
      throw new KinoraError('notAllowed')
    })
}

/**
 * A write, one at a time: a later one finds the names that an earlier one has taken, and none waits for a row that another holds, which
 * waits for one of its own.
 */
const inTurn = <T>({ db }: Pick<Deps, 'db'>, work: (tx: Database) => Promise<T>): Promise<T> =>
  db.transaction(async tx => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('kinora.scim'))`)
    return work(tx)
  })

/** The id that is asked for; of what no database stores the one of nothing. */
function idOf(c: Answering): string {
  const id = c.req.param('id') ?? ''
  return isStorable(id) ? id : ''
}

interface Entering extends Pick<Mounted, 'deps' | 'authenticate'> {
  endpoint: 'scim.schemas' | 'scim.users' | 'scim.groups'
  name: string | undefined
}

/**
 * Throws unless the call is made with a key for the whole platform that has the right, and there is an identity provider that it is
 * for.
 */
async function enter(c: Answering, { deps, authenticate, endpoint, name }: Entering): Promise<Handed> {
  c.set('endpoint', endpoint)
  const token = /^Bearer\s+(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined) throw new KinoraError('unauthorised')
  const bearer = await authenticate(token)
  if (bearer.kind === 'site') {
    c.set('site', bearer.site)
    throw new KinoraError('forbidden', { detail: en['scim.key'] })
  }
  const { caller } = bearer
  c.set('caller', caller)
  await admitKey(c, caller, deps)
  if (caller.key === undefined || caller.embedded !== undefined || caller.role !== Role.Admin)
    throw new KinoraError('forbidden', { detail: en['scim.key'] })
  assertRight({ id: endpoint, method: 'POST' }, caller)
  const origin = deps.settings.publicUrl ?? new URL(c.req.url).origin
  const settings = chooseSettings(deps, { name, origin })
  const by = authorOf({ caller, client: clientOf(c), deps })
  const { attributes, excludedAttributes } = c.req.query()
  return {
    settings,
    by,
    now: by.now,
    authorOf: () => by,
    isSsoOnly: deps.settings.isSsoOnly ?? false,
    isHandingOver: true,
    base: `${origin.replace(/\/$/, '')}/scim/${name === undefined ? '' : `${name}/`}v2`,
    shown: { attributes, excludedAttributes },
    ifMatch: c.req.header('if-match'),
    notFound: (code, id) => notFound({ path: 'id', code, params: { id: id.slice(0, 100) } }),
  }
}

/** The one that the address names, or the only one that there is. */
function chooseSettings(
  { identityProviders }: Pick<Deps, 'identityProviders'>,
  { name, origin }: { name: string | undefined; origin: string },
): IdentitySettings {
  const all = identityProviders.map(({ settings }) => settings)
  if (all.length === 0) throw new KinoraError('notFound', { detail: en['scim.none'] })
  const found =
    name === undefined ? (all.length === 1 ? all[0] : undefined) : all.find(({ id }) => id === name)
  if (found !== undefined) return found
  const addresses = all.map(({ id }) => `${origin}/scim/${id}/v2`).join(', ')
  throw new KinoraError('notFound', { detail: fillText(en['scim.several'], { addresses }) })
}

async function readBody(c: Answering): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw scimError('scim.json')
  return body as Record<string, unknown>
}

/** RFC 7644, 3.4.2 */
const toList = (resources: readonly unknown[], { total = resources.length, startIndex = 1 } = {}) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** RFC 7644, 3.14: with its version; one that the caller has already isn’t sent again. */
function answerOne(c: Answering, resource: Resource, { shown }: Handed, status: 200 | 201 = 200): Response {
  const { version } = resource.meta
  c.header('etag', version)
  const isKnown = c.req.method === 'GET' && c.req.header('if-none-match')?.split(/,\s*/).includes(version)
  return isKnown ? c.body(null, 304) : toJson(c, toShown(resource, shown), status)
}

function toJson(c: Answering, body: object, status: 200 | 201 = 200): Response {
  c.header('cache-control', 'no-store')
  c.header('content-type', 'application/scim+json')
  return c.body(JSON.stringify(body), status)
}

const summaries: readonly [string, FilePath['id'], string][] = [
  ['ServiceProviderConfig', 'scim.schemas', '† What the SCIM 2.0 service can do (KEY-07)'],
  ['Users', 'scim.users', '† People whom an identity provider hands over by SCIM 2.0 (KEY-07, RFC 7644)'],
  ['Groups', 'scim.groups', '† Their groups, which say roles, tenants and providers (KEY-07, RFC 7644)'],
]

/** The addresses for the OpenAPI page; what there is in detail the service says itself, under Schemas. */
export const scimPaths: readonly FilePath[] = summaries.map(([name, id, summary]) => ({
  path: `/scim/v2/${name}`,
  id,
  summary,
  isOpen: false,
}))
