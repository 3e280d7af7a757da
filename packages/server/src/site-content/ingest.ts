import {
  type Checked,
  createMessages,
  en,
  type IngestResult,
  type Issue,
  inList,
  type MessageKey,
} from '@kinora/core'
import { type SQL, sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'

/** What something is about: a title or an event. */
interface Subject {
  titleTag?: string | undefined
  eventId?: string | undefined
}

/** A kind of what sites hand in. */
export interface Kind<T> {
  /** The field of the input that holds it, and that of its id. */
  list: string
  idKey: string
  idOf(entry: T): string
  subjectOf(entry: T): Subject
  /** What it says: two of one id are the same where they say the same. */
  textOf(entry: T): string
  find(site: OfTenant, db: Database, ids: readonly string[]): Promise<Map<string, string>>
  insert(site: OfTenant, tx: Database, entries: readonly T[]): Promise<void>
  /** Said where the id belongs to another one. */
  differs: MessageKey
}

/**
 * C-120: an idempotent ingest, by id: adds what is new and answers for each what became of it; all of it in one transaction, one
 * call of a site after the other.
 */
export function ingest<T>(
  site: OfTenant,
  db: Database,
  { kind, given }: { kind: Kind<T>; given: readonly Checked<T>[] },
): Promise<IngestResult[]> {
  const entries = given.flatMap(each => ('entry' in each ? [each.entry] : []))
  return db.transaction(async tx => {
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtext(${`kinora.${kind.list}`}), hashtext(${site.tenantId}))`,
    )
    const known = await kind.find(site, tx, entries.map(kind.idOf))
    const shown = await shownOf(site, tx, entries.map(kind.subjectOf))
    const added: T[] = []
    const results = given.map((each, index): IngestResult => {
      if ('issues' in each) return refused(each.id, each.issues)
      const { id, entry } = each
      const before = known.get(id)
      const text = kind.textOf(entry)
      if (before === text) return { id, status: 200, issues: [] }
      const problem = before === undefined ? unshown(kind.subjectOf(entry), shown) : another(kind, id)
      if (problem !== undefined)
        return refused(id, [inList(problem, kind.list, index)], before === undefined ? 400 : 409)
      known.set(id, text)
      added.push(entry)
      return { id, status: 201, issues: [] }
    })
    await kind.insert(site, tx, added)
    return results
  })
}

const messages = createMessages(en)

function refused(id: string, issues: readonly Issue[], status: 400 | 409 = 400): IngestResult {
  return {
    id,
    status,
    issues: issues.map(each => ({ path: each.path, code: each.code, text: messages.issue(each) })),
  }
}

const another = ({ idKey, differs }: Kind<never>, value: string): Issue => ({
  path: idKey,
  code: differs,
  params: { value },
})

interface Shown {
  titles: ReadonlySet<string>
  events: ReadonlySet<string>
}

function unshown({ titleTag, eventId }: Subject, { titles, events }: Shown): Issue | undefined {
  if (titleTag !== undefined && !titles.has(titleTag))
    return { path: 'titleTag', code: 'siteContent.notYourTitle', params: { value: titleTag } }
  if (eventId !== undefined && !events.has(eventId))
    return { path: 'eventId', code: 'siteContent.notYourEvent', params: { value: eventId } }
  return undefined
}

/** Law 16: what the tenant owns, what its site shows, and what was played there: what members tell may come late. */
async function shownOf({ tenantId }: OfTenant, db: Database, subjects: readonly Subject[]): Promise<Shown> {
  const tags = [...new Set(subjects.flatMap(({ titleTag }) => titleTag ?? []))]
  const ids = [...new Set(subjects.flatMap(({ eventId }) => eventId ?? []))]
  const titles = sql`SELECT tag AS id FROM titles t WHERE tag = ANY(${sql.param(tags)}::text[])
    AND (tenant_id = ${tenantId} OR ${tenantId} = ANY(tenants) OR EXISTS
      (SELECT 1 FROM playback_days d WHERE d.tenant_id = ${tenantId} AND d.title_tag = t.tag))`
  const events = sql`SELECT id FROM unnest(${sql.param(ids)}::text[]) AS id
    WHERE EXISTS (SELECT 1 FROM events e WHERE e.event_id = id AND e.tenant_id = ${tenantId}) OR EXISTS
      (SELECT 1 FROM playback_days d WHERE d.tenant_id = ${tenantId} AND d.title_tag = '' AND d.event_id = id)`
  const found = async (wanted: readonly string[], query: SQL) =>
    new Set(wanted.length === 0 ? [] : (await rowsOf<{ id: string }>(db, query)).map(({ id }) => id))
  return { titles: await found(tags, titles), events: await found(ids, events) }
}
