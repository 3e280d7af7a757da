import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Endpoint, everyRole, isReading, Role, toWire } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createPinoLog } from '../src/adapters/log-pino.ts'
import { rowsOf } from '../src/kernel/db/queries.ts'
import { DEMO_PASSWORD, demoAccounts } from '../src/seed/accounts.ts'
import { accounts, endpoints, everyone, mayCall, send, siteToken, type Who } from './contract/calls.ts'
import { goodInput, roleOf } from './contract/good-input.ts'
import { makeFarOwners } from './contract/owners.ts'
import { goodWrite } from './contract/writes.ts'
import { createTestServer, type TestServer } from './harness.ts'
import { makeMedia } from './titles/support.ts'

interface Json {
  writeOnly?: boolean
  anyOf?: Json[]
  properties?: Record<string, Json>
}
const isSecret = (schema: Json): boolean => schema.writeOnly === true || (schema.anyOf ?? []).some(isSecret)
/** The fields of a call that take a secret, as its schema says. */
const secretsOf = ({ input }: Endpoint): string[] => {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json
  return Object.entries(properties).flatMap(([name, schema]) => (isSecret(schema) ? [name] : []))
}
const taking = endpoints.filter(endpoint => secretsOf(endpoint).length > 0)

/** Answers that are for handing a secret out, and what they hand out. */
const handsOut: Record<string, readonly string[]> = {
  'session.login': ['token', 'refreshToken'],
  'session.refresh': ['token', 'refreshToken'],
  'sso.exchange': ['token', 'refreshToken'],
  'accounts.changePassword': ['token', 'refreshToken'],
  'keys.create': ['secret'],
  'keys.rotate': ['secret'],
  'embed-sessions.create': ['token'],
  'tenants.token': ['token'],
  'tenants.keys': ['secretKey'],
  'tenants.generateKeys': ['secretKey'],
}

let server: TestServer
const log: string[] = []
const planted = new Map<string, string>()
/** Everything that came back, by what was asked. */
const answers: [what: string, text: string][] = []
const tokens = new Map<Who, string>()

beforeAll(async () => {
  const target = { write: (line: string) => log.push(line) }
  const options = {
    media: await makeMedia(),
    log: createPinoLog('debug', target),
    settings: { publicUrl: 'https://kinora.example' },
  }
  server = await createTestServer(options)
  await makeFarOwners(server)
  for (const role of everyRole) await signIn(role)
})
afterAll(() => server?.close())

async function signIn(role: Role, password = DEMO_PASSWORD): Promise<void> {
  const { email } = demoAccounts[accounts[role]]
  const session = await server.api().session.login({ email, password })
  tokens.set(role, session.token)
  plant(`token of ${role}`, session.token)
  plant(`refresh token of ${role}`, session.refreshToken)
}

function plant(what: string, secret: string): string {
  planted.set(secret, what)
  return secret
}

/** Unlike anything else, long enough for its end to be shown, and a password by VAL-02. */
const marker = (what: string): string => plant(what, `Planted-${crypto.randomUUID()}-9`)

const tokenOf = async (who: Who | undefined) =>
  who === 'site' ? siteToken(server) : who === undefined ? undefined : tokens.get(who)

async function ask(endpoint: Endpoint, who: Who | undefined, input: Record<string, unknown>, how: string) {
  const tenantId = who === Role.Support ? 'pulsehouse' : undefined
  const { status, text, body } = await send(server, endpoint, input, { token: await tokenOf(who), tenantId })
  let shown = text
  for (const field of handsOut[endpoint.id] ?? []) {
    const of = body as Record<string, unknown> | undefined
    const secret = of?.[field] ?? (of?.keys as Record<string, unknown> | undefined)?.[field]
    if (typeof secret !== 'string') continue
    plant(`${field} that ${endpoint.id} gave`, secret)
    shown = shown.replaceAll(secret, '')
  }
  answers.push([`${endpoint.id} ${how}`, shown])
  return status
}

/** Calls that end the session of somebody, who signs in with the new password. */
const ends: Record<string, Role> = {
  'accounts.changePassword': Role.Tenant,
  'providers.update': Role.Provider,
}
const jwPlayer = { mediaPlatform: 1, jwPlayerSiteId: 'abcd1234' }
/** What makes a call with a secret succeed where that takes more than a good input. */
const beside: Record<string, () => Promise<Record<string, unknown>> | Record<string, unknown>> = {
  'accounts.changePassword': () => ({ currentPassword: DEMO_PASSWORD }),
  'providers.create': () => jwPlayer,
  'providers.update': () => jwPlayer,
  'tenants.update': () => ({ isProviderActive: true, email: 'own@far.test', jwPlayerSiteId: 'abcd1234' }),
}

/** A call with a secret in each of its fields. */
async function withSecrets(endpoint: Endpoint): Promise<Record<string, unknown>> {
  const input = await goodWrite(endpoint, server)
  const secrets = secretsOf(endpoint).map(field => [field, marker(`${field} of ${endpoint.id}`)])
  return { ...input, ...Object.fromEntries(secrets), ...(await beside[endpoint.id]?.()) }
}

/** Where a secret stands in a call that fails. */
const failing: [
  how: string,
  spoil: (input: Record<string, unknown>, fields: string[]) => Record<string, unknown>,
][] = [
  ['without all else', (input, fields) => Object.fromEntries(fields.map(field => [field, input[field]]))],
  ['beside a wrong value', input => ({ ...input, tenantId: 1, email: 1, id: 1, tag: 1, name: 1 })],
  ['with an old version', input => ({ ...input, version: 99 })],
  [
    'too long',
    (input, fields) => ({ ...input, ...each(fields, field => `${input[field]}${'x'.repeat(3000)}`) }),
  ],
  ['in a list', (input, fields) => ({ ...input, ...each(fields, field => [input[field]]) })],
  ['as a key', (input, fields) => ({ ...input, ...each(fields, field => ({ [String(input[field])]: 1 })) })],
  ['as another field', (input, fields) => ({ ...input, [String(input[fields[0]!])]: input[fields[0]!] })],
  [
    'with a character that can’t be',
    (input, fields) => ({ ...input, ...each(fields, field => `${input[field]}\0`) }),
  ],
]
const each = (fields: string[], value: (field: string) => unknown) =>
  Object.fromEntries(fields.map(field => [field, value(field)]))

/** Who shows a secret, and where. */
function found(where: string, text: string): string[] {
  return [...planted].flatMap(([secret, what]) =>
    text.includes(secret) ? [`${what} stands in ${where}`] : [],
  )
}

describe('AUTH-21, C-124 secrets planted in every field that takes one', () => {
  test('are taken by the calls that have such fields', async () => {
    expect(taking.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['session.login', 'tenants.create', 'web-settings.update', 'tenants.token']),
    )
    const last = (id: string) => (id === 'accounts.changePassword' ? 1 : 0)
    const refused: string[] = []
    for (const endpoint of taking.toSorted((a, b) => last(a.id) - last(b.id))) {
      const who = roleOf(endpoint)
      const status = await ask(endpoint, who, await withSecrets(endpoint), 'as it is to be')
      if (status >= 400) refused.push(`${endpoint.id} ${answers.at(-1)![1]}`)
      const [password] = [...planted].findLast(([, what]) => /^(newP|p)assword of/.test(what)) ?? []
      if (status < 400 && endpoint.id in ends) await signIn(ends[endpoint.id]!, password)
      for (const [how, spoil] of failing)
        await ask(endpoint, who, spoil(await withSecrets(endpoint), secretsOf(endpoint)), how)
    }
    // Nobody has what is planted here for a password, a session or a pair of keys; a price is asked of Stripe.
    const unknown = [
      ...['session.login', 'session.refresh', 'sso.exchange', 'sso.pollDevice', 'tenants.token'],
      'web-settings.checkPrice',
    ]
    expect(refused.filter(each => !unknown.some(id => each.startsWith(`${id} `)))).toEqual([])
  })

  test('and those that the platform makes, are in no answer to anybody who reads', async () => {
    for (const endpoint of endpoints.filter(isReading)) {
      const input = await goodInput(endpoint, server)
      for (const who of everyone.filter(each => mayCall(endpoint, each)))
        await ask(endpoint, who, input, `as ${who}`)
    }
    const { db } = server.deps
    const tenants = await rowsOf<{ id: string }>(
      db,
      sql`SELECT tenant_id AS id FROM tenants WHERE deleted_at IS NULL`,
    )
    const settings = ['tenants.view', 'web-settings.view', 'app-settings.view']
    for (const endpoint of endpoints.filter(({ id }) => settings.includes(id)))
      for (const { id } of tenants) await ask(endpoint, Role.Admin, { tenantId: id }, `of ${id}`)
    expect(answers.flatMap(([what, text]) => found(`an answer of ${what}`, text))).toEqual([])
  })

  test('are in no answer where the database fails, nor where the body is none', async () => {
    const { db } = server.deps
    const inputs = new Map<string, Record<string, unknown>>()
    for (const endpoint of taking) inputs.set(endpoint.id, await withSecrets(endpoint))
    const gone = ['providers', 'web_settings', 'app_settings', 'refresh_tokens', 'tenants']
    for (const table of gone) await db.execute(sql.raw(`ALTER TABLE ${table} RENAME TO ${table}_gone`))
    const statuses: number[] = []
    for (const endpoint of taking)
      statuses.push(await ask(endpoint, roleOf(endpoint), inputs.get(endpoint.id)!, 'without its tables'))
    for (const table of gone) await db.execute(sql.raw(`ALTER TABLE ${table}_gone RENAME TO ${table}`))
    expect(statuses).toContain(500)
    for (const endpoint of taking) {
      const { method, target, body } = toWire(endpoint, inputs.get(endpoint.id)!)
      const headers = { authorization: `Bearer ${await tokenOf(roleOf(endpoint))}` }
      const broken = { method, headers, body: `${String(body).slice(0, -1)},` }
      answers.push([`${endpoint.id} broken`, await (await server.app.request(target, broken)).text()])
    }
    expect(answers.flatMap(([what, text]) => found(`an answer of ${what}`, text))).toEqual([])
  })

  test('are in no line of the log', () => {
    expect(log.length).toBeGreaterThan(100)
    expect(log.flatMap(line => found(line.slice(0, 300), line))).toEqual([])
  })

  test('are in no row of the database, nor in its audit log, and in no file', async () => {
    const { db } = server.deps
    const tables = await rowsOf<{ name: string }>(
      db,
      sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(30)
    for (const { name } of tables) {
      const rows = await rowsOf<{ text: string }>(
        db,
        sql.raw(`SELECT to_json(t)::text AS text FROM "${name}" t`),
      )
      expect(rows.flatMap(({ text }) => found(name, text))).toEqual([])
    }
    const files = await readdir(server.folder, { recursive: true, withFileTypes: true })
    for (const file of files.filter(each => each.isFile())) {
      const path = join(file.parentPath, file.name)
      expect(found(file.name, await readFile(path, 'latin1'))).toEqual([])
    }
  })
})
