import { type Endpoint, isReading, Role } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../src/kernel/db/queries.ts'
import type { TestServer } from '../harness.ts'
import { makeMedia } from '../titles/support.ts'
import {
  type Answer,
  endpoints,
  everyone,
  heldSiteToken,
  mayCall,
  send,
  startContractServer,
  type Who,
} from './calls.ts'
import { blanks, kindOf } from './fields.ts'
import { goodWrite } from './writes.ts'

let server: TestServer
let tokens: ReadonlyMap<Role, string>
beforeAll(async () => {
  ;({ server, tokens } = await startContractServer({ media: await makeMedia() }))
})
afterAll(() => server?.close())

const callers = (endpoint: Endpoint): readonly (Who | undefined)[] =>
  endpoint.allow === 'everyone' ? [undefined] : everyone.filter(who => mayCall(endpoint, who))

type Blank = readonly [name: string, value: string]

interface Place {
  endpoint: Endpoint
  /** The field of the input, and what stands in it with a blank for the id. */
  field: string
  within(blank: string): unknown
}

const isList = ({ input }: Endpoint, field: string): boolean =>
  input.shape[field]!.safeParse(['x']).success && !input.shape[field]!.safeParse('x').success

const places: Place[] = endpoints.flatMap(endpoint =>
  Object.keys(endpoint.input.shape)
    .filter(field => kindOf(endpoint, field) != null)
    .map(field => ({
      ...{ endpoint, field },
      within: (blank: string) => (isList(endpoint, field) ? [blank] : blank),
    })),
)

/** Ids that stand deeper in an input. */
const deeper: Record<string, [field: string, within: (blank: string) => unknown]> = {
  'channels.updateMany provider': [
    'channels',
    blank => [{ tag: 'ironside-strength', providerId: blank, description: 'x' }],
  ],
  'channels.updateMany channel': ['channels', blank => [{ tag: blank, description: 'x' }]],
  'publishing.preview tenant': ['changes', blank => [{ tenantId: blank, publish: [], unpublish: [] }]],
  'publishing.preview channel': [
    'changes',
    blank => [{ tenantId: 'pulsehouse', publish: [blank], unpublish: [blank] }],
  ],
  'publishing.setMany tenant': ['changes', blank => [{ tenantId: blank, publish: [], unpublish: [] }]],
  'publishing.setMany channel': [
    'changes',
    blank => [{ tenantId: 'pulsehouse', publish: [blank], unpublish: [] }],
  ],
  'categories.update sub category': [
    'subCategories',
    blank => [{ subCategoryId: blank, name: { invariantText: 'x' }, isPromoted: false }],
  ],
  'events.removeDuplicates event': ['copies', blank => [{ eventId: blank, date: '2030-11-25' }]],
  'title-jobs.create category': ['change', blank => ({ act: 'setCategory', classCategoryId: blank })],
}
for (const [what, [field, within]] of Object.entries(deeper)) {
  const endpoint = endpoints.find(({ id }) => id === what.split(' ')[0])!
  places.push({ endpoint, field, within })
}

/** Good inputs by call; what the calls before have left makes no difference while they are refused. */
const inputs = new Map<string, Record<string, unknown>>()
const inputOf = async (endpoint: Endpoint) => {
  const known = inputs.get(endpoint.id)
  if (known !== undefined) return known
  const input = await goodWrite(endpoint, server)
  inputs.set(endpoint.id, input)
  return input
}

/** Asks with each blank. */
async function complaintsOf(place: Place, blanks: readonly Blank[], who: Who | undefined): Promise<string[]> {
  const { endpoint, field, within } = place
  const token = who === undefined ? undefined : who === 'site' ? await heldSiteToken(server) : tokens.get(who)
  const tenantId = who === Role.Support ? 'pulsehouse' : undefined
  const complaints: (string | undefined)[] = []
  for (const [name, blank] of blanks) {
    const input = { ...(await inputOf(endpoint)), [field]: within(blank) }
    const answer = await send(server, endpoint, input, { token, tenantId })
    complaints.push(complaint(place, `${name} as ${who}`, answer))
    if (answer.status < 300 && !isReading(endpoint)) inputs.clear()
  }
  return complaints.filter(each => each !== undefined)
}

/** Fields that are wrong beside another one, or in whose place another one is told. */
const beside: Record<string, readonly string[]> = {
  'titles.create': ['providerId'],
  'publishing.setChannel': ['tenantIdsToPublish'],
  'publishing.setTenant': ['channelIdsToPublish'],
}

function complaint(
  { endpoint, field }: Place,
  name: string,
  { status, text, body }: Answer,
): string | undefined {
  const what = `${name}: ${status} ${text.slice(0, 200)}`
  if (status >= 500) return what
  const { code, issues = [] } = (body ?? {}) as { code?: string; issues?: { path: string }[] }
  const named = [field, ...(beside[endpoint.id] ?? [])]
  const isNamed = code === 'refused' || issues.some(({ path }) => named.includes(path.split('.')[0]!))
  return status === 400 && !isNamed ? `${what} without naming the field` : undefined
}

/** Where rows keep what they name: each column, with a condition that finds a blank in it. */
async function storedBlanks(): Promise<string[]> {
  const { db } = server.deps
  const columns = await rowsOf<{ table: string; column: string; isList: boolean }>(
    db,
    sql`SELECT c.table_name AS table, c.column_name AS column, c.data_type = 'ARRAY' AS "isList"
      FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND c.data_type IN ('text', 'ARRAY')
        AND (column_name ~ '(_id|_tag)s?$' OR column_name = 'tenants') AND column_name <> 'external_id'`,
  )
  const found: string[] = []
  const wanted = sql.param(Object.values(blanks))
  for (const { table, column, isList } of columns) {
    const [name, at] = [sql.identifier(table), sql.identifier(column)]
    const isBlank = isList ? sql`${at} && ${wanted}::text[]` : sql`${at} = ANY(${wanted}::text[])`
    const rows = await rowsOf(db, sql`SELECT 1 FROM ${name} WHERE ${isBlank} LIMIT 1`)
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

describe('VAL-28, C-136 what looks like nothing is no id', () => {
  test.each(places.map(place => [place.endpoint.id, place.field, place] as const))(
    '%s %s',
    async (_id, _field, place) => {
      const asking = callers(place.endpoint)
      const complaints: string[] = []
      // Blanks are refused before anybody looks who asks: each is tried by one caller, and every caller tries some.
      for (const [turn, who] of asking.entries()) {
        const some = Object.entries(blanks).filter((_, index) => index % asking.length === turn)
        complaints.push(...(await complaintsOf(place, some, who)))
      }
      expect(complaints).toEqual([])
    },
  )

  test('and no row keeps it as the name of another', async () => {
    expect(await storedBlanks()).toEqual([])
  })

  test.each(places.filter(({ within }) => !(within('') instanceof Object)))(
    'blanks around an id are no part of it: $endpoint.id $field',
    ({ endpoint, field }) => {
      const schema = endpoint.input.shape[field]!
      // Those of events are numbered.
      const id = schema.safeParse('x').success ? 'x' : 'evt_1'
      expect([` ${id} `, `\u00A0${id}\u3000`].flatMap(each => schema.parse(each))).toEqual([id, id])
    },
  )
})
