import {
  CLIENT_HEADER,
  contract,
  type Endpoint,
  everyRole,
  isBinary,
  isForRole,
  type Role,
  renamePath,
  toWire,
} from '@kinora/core'
import * as z from 'zod'
import type { DemoAccountName } from '../../src/seed/accounts.ts'
import { plainPdf } from '../../src/seed/documents.ts'
import { readSiteToken } from '../../src/site-access/index.ts'
import { csvFile, plainRows, toCsv } from '../batches/support.ts'
import { createTestServer, type TestServer } from '../harness.ts'
import { membersFile, person } from '../members/support.ts'
import { makeFarOwners } from './owners.ts'

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
export const accounts: Record<Role, DemoAccountName> = {
  0: 'admin',
  1: 'provider',
  2: 'tenant',
  3: 'support',
}

/** A token of each role. */
export async function signInAll(server: TestServer): Promise<ReadonlyMap<Role, string>> {
  const tokens = new Map<Role, string>()
  for (const role of everyRole) tokens.set(role, (await server.signIn(accounts[role])).token)
  return tokens
}

/** The demo's platform with two organisations that nobody reaches, and a token of each role. */
export async function startContractServer(options?: Parameters<typeof createTestServer>[0]) {
  const server = await createTestServer(options)
  await makeFarOwners(server)
  return { server, tokens: await signInAll(server) }
}

/** Who makes a call: a person of a role, or the site of the demo’s tenant. */
export type Who = Role | 'site'
export const everyone: readonly Who[] = [...everyRole, 'site']

/** Whether the call is for them. */
export const mayCall = (endpoint: Endpoint, who: Who): boolean =>
  who === 'site' ? endpoint.allow === 'site' || endpoint.allow === 'everyone' : isForRole(endpoint, who)

/** A token of the site, by the present keys of its tenant: calls that make new ones end it. */
export async function siteToken(
  server: TestServer,
  { id = 'pulsehouse', readOnly = false }: { id?: string; readOnly?: boolean } = {},
): Promise<string> {
  // As many as a test wants.
  await server.deps.limits.site.reset(`token ${id}`)
  const { tenants } = server.api('admin')
  const { accessKey, secretKey } = ((await tenants.keys({ id })).keys ??
    (await tenants.generateKeys({ id })).keys)!
  return (await server.api().tenants.token({ accessKey, secretKey, readOnly })).token
}

const held = new WeakMap<TestServer, string>()
/** The same token as long as it holds. */
export async function heldSiteToken(server: TestServer): Promise<string> {
  const known = held.get(server)
  const isGood = known === undefined ? false : await readSiteToken(known, server.deps).catch(() => false)
  if (known !== undefined && isGood !== false) return known
  const token = await siteToken(server)
  held.set(server, token)
  return token
}

export interface Answer {
  status: number
  text: string
  /** The answer as JSON, where it is some. */
  body: unknown
}

export interface Call {
  token?: string | undefined
  /** The tenant that customer support has chosen. */
  tenantId?: string | undefined
  /** The program that calls. */
  client?: string
}

/** Sends an input as it is, right or wrong; `change` has the last word on the text of a JSON body. */
export async function send(
  server: TestServer,
  endpoint: Endpoint,
  input: Record<string, unknown>,
  { token, tenantId, client, change = text => text }: Call & { change?: (text: string) => string } = {},
): Promise<Answer> {
  const { method, target, headers, body } = toWire(endpoint, input)
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (client !== undefined) headers[CLIENT_HEADER] = client
  if (tenantId !== undefined && !('tenantId' in headers)) headers.tenantId = tenantId
  const sent = typeof body === 'string' ? change(body) : body && toForm(body)
  const response = await server.app.request(target, { method, headers, ...(sent && { body: sent }) })
  return read(endpoint, response)
}

export function toForm(parts: readonly (readonly [string, string | Blob])[]): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

/** An answer as it stands on the wire, but for the fields of what is refused: they have the names of the input. */
async function read({ output, wireNames }: Endpoint, response: Response): Promise<Answer> {
  const text = await textOf(response)
  const isJson = text !== '' && !(isBinary(output) && response.ok)
  const body = isJson ? (JSON.parse(text) as { issues?: { path: string }[] }) : undefined
  for (const issue of response.ok ? [] : (body?.issues ?? []))
    issue.path = renamePath(wireNames().input, issue.path, 'inside')
  return { status: response.status, text, body }
}

/** Of a stream that goes on its first piece. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

interface Json {
  type?: string
  anyOf?: Json[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  minimum?: number
  minLength?: number
  minItems?: number
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
}

const digest = '0'.repeat(64)
const theme = {
  ...{ logoUrl: 'logo', splashUrl: 'splash', appIconUrl: 'icon' },
  ...{ primaryColor: '#000000', secondaryColor: '#000000', accentColor: '#000000' },
}
/** What a new tenant can't do without. */
export const tenantSample = {
  ...{ customerNumber: 'K-1', timeZoneInfo: { offsetName: 'Europe/Berlin' } },
  ...{
    languageCodes: ['en-GB'],
    languageTag: 'en-GB',
    activatedProducts: ['Web' as const, 'Mobile App' as const],
  },
}
/** Values of fields whose schema asks for more than a type. */
const samples: Record<string, unknown> = {
  ...{ digest, proof: digest, sample: digest },
  ...tenantSample,
  email: 'nobody@example.test',
  challenge: 'x'.repeat(43),
  verifier: 'x'.repeat(43),
  newPassword: 'Better-1x',
  'providers.create.contact': 'Nora Wind',
  'events.create.type': 2,
  'events.addOccurrence.start': '2030-12-03T10:00:00Z',
  ...Object.fromEntries(
    ['changeOccurrence', 'restoreOccurrence', 'split'].map(verb => [`events.${verb}.date`, '2030-11-25']),
  ),
  ...Object.fromEntries(
    ['previewDuplicate', 'duplicate'].flatMap(verb => [
      [`events.${verb}.day`, '2030-11-18'],
      [`events.${verb}.onto`, '2030-11-25'],
    ]),
  ),
  'events.removeDuplicates.copies': [{ eventId: 'nowhere', date: '2030-11-25' }],
  'channels.updateMany.channels': [{ tag: 'nowhere' }],
  'publishing.preview.changes': [{ tenantId: 'pulsehouse', publish: [], unpublish: [] }],
  'publishing.setMany.changes': [{ tenantId: 'pulsehouse', publish: [], unpublish: [] }],
  'keys.create.rights': ['read'],
  'embed-sessions.create.user': { id: 'u-1', name: 'Jo Host' },
  endsOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  notificationEmail: 'nobody@example.test',
  identifier: 'upload-0123456789',
  fileName: 'class.mp4',
  language: 'en-GB',
  languageCode: 'en-GB',
  'captions.create.file': new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'], 'class.vtt'),
  'playback.upload.file': new File(['[]'], 'plays.json'),
  ...{ 'translations.set.key': 'ui.account.logout', 'translations.remove.key': 'ui.account.logout' },
  'terms.upload.files': Object.fromEntries(
    ['en-GB', 'de-DE', 'fr-FR'].map(tag => [tag, new File(['<p>Terms</p>'], `${tag}.html`)]),
  ),
  'reports.subscribe.type': 'siteChanges',
  'site.list.configurationType': 'custom',
  'site.remove.configurationType': 'custom',
  'site.save.configuration': {
    ...{ tenantId: 'pulsehouse', configurationType: 'custom', status: true },
    ...{ httpLink: 'https://example.test', linkText: 'Shop', linkHoverText: '' },
  },
  ...Object.fromEntries(
    ['tenant', 'tracking', 'preview'].flatMap(verb => [
      [`reports.${verb}.startDate`, '2026-11-01'],
      [`reports.${verb}.endDate`, '2026-11-30'],
    ]),
  ),
  contactEmail: 'hello@example.test',
  'site.saveMobile.light': theme,
  'site.saveMobile.dark': theme,
  ...Object.fromEntries(
    ['labels', 'focus-areas', 'equipment'].map(noun => [`${noun}.create.name`, { 'en-GB': 'Sled' }]),
  ),
  'collections.create.name': 'Mornings',
  'collections.create.description': 'Short classes before work.',
  'member-imports.upload.file': membersFile([person(1)]),
  'documents.create.title': 'Plan',
  'documents.create.file': new File([plainPdf([['Plan']])], 'plan.pdf'),
  'batches.add.file': csvFile(toCsv(plainRows(1))),
}

const jsonSchemas = new WeakMap<Endpoint['input'], Json>()

function jsonOf(input: Endpoint['input']): Json {
  if (!jsonSchemas.has(input))
    jsonSchemas.set(input, z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json)
  return jsonSchemas.get(input)!
}

/** An input that the schema takes: what must be there and nothing else. */
export function sampleInput({ id, input }: Endpoint): Record<string, unknown> {
  const { properties = {}, required = [] } = jsonOf(input)
  return Object.fromEntries(
    required.map(field => [
      field,
      samples[`${id}.${field}`] ?? samples[field] ?? sample(properties[field]!, `${id} takes ${field}`),
    ]),
  )
}

/** What an update changes: its name or title, else the first text that it takes; nothing of another call. */
export function sampleChange({ id, input }: Endpoint): Record<string, unknown> {
  if (!id.endsWith('.update')) return {}
  const { properties = {}, required = [] } = jsonOf(input)
  const texts = Object.keys(properties).filter(
    field => properties[field]!.type === 'string' && !required.includes(field) && !/Ids?$/.test(field),
  )
  const field = ['name', 'title'].find(name => texts.includes(name)) ?? texts[0]
  return field === undefined ? {} : { [field]: 'Renamed' }
}

function sample(schema: Json, what: string): unknown {
  // What may be left empty is.
  if (schema.anyOf !== undefined)
    return sample(schema.anyOf.find(option => option.const === '') ?? schema.anyOf[0]!, what)
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'string':
      if (schema.pattern !== undefined)
        throw new Error(`${what}, but test/contract/calls.ts has no sample of such a text`)
      return 'x'.repeat(Math.max(schema.minLength ?? 0, 1))
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'boolean':
      return true
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items!, what))
    case 'object':
      return {}
    default:
      return new File(['x'], 'class.mp4')
  }
}
