import {
  type Checked,
  createMessages,
  en,
  type HandedIn,
  type Issue,
  inList,
  type MessageKey,
} from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { OfTenant } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'

/** A kind of what sites hand in. */
export interface Kind<T> {
  /** The field of the input that holds it, and that of its id. */
  list: string
  idKey: string
  idOf(entry: T): string
  titleOf(entry: T): string | undefined
  /** What it says: two of one id are the same where they say the same. */
  textOf(entry: T): string
  find(site: OfTenant, db: Database, ids: readonly string[]): Promise<Map<string, string>>
  insert(site: OfTenant, tx: Database, entries: readonly T[]): Promise<void>
  /** Said where the id belongs to another one. */
  differs: MessageKey
}

/** C-120: adds what is new and says of each what became of it; all of it in one transaction, one call of a site after the other. */
export function handIn<T>(
  site: OfTenant,
  db: Database,
  { kind, given }: { kind: Kind<T>; given: readonly Checked<T>[] },
): Promise<HandedIn[]> {
  const entries = given.flatMap(each => ('entry' in each ? [each.entry] : []))
  return db.transaction(async tx => {
    await tx.execute(
      sql`SELECT pg_advisory_xact_lock(hashtext(${`kinora.${kind.list}`}), hashtext(${site.tenantId}))`,
    )
    const known = await kind.find(site, tx, entries.map(kind.idOf))
    const shown = await titlesOf(
      site,
      tx,
      entries.flatMap(entry => kind.titleOf(entry) ?? []),
    )
    const added: T[] = []
    const results = given.map((each, index): HandedIn => {
      if ('issues' in each) return refused(each.id, each.issues)
      const { id, entry } = each
      const before = known.get(id)
      const text = kind.textOf(entry)
      if (before === text) return { id, status: 200, issues: [] }
      const problem = before === undefined ? unshown(kind.titleOf(entry), shown) : another(kind, id)
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

function refused(id: string, issues: readonly Issue[], status: 400 | 409 = 400): HandedIn {
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

const unshown = (titleTag: string | undefined, shown: ReadonlySet<string>): Issue | undefined =>
  titleTag === undefined || shown.has(titleTag)
    ? undefined
    : { path: 'titleTag', code: 'siteContent.notYourTitle', params: { value: titleTag } }

/** Titles that the tenant owns, that its site shows, or that were played there: what members tell may come late. */
async function titlesOf({ tenantId }: OfTenant, db: Database, tags: readonly string[]): Promise<Set<string>> {
  if (tags.length === 0) return new Set()
  const rows = await rowsOf<{ tag: string }>(
    db,
    sql`SELECT tag FROM titles t WHERE tag = ANY(${sql.param([...new Set(tags)])}::text[])
      AND (tenant_id = ${tenantId} OR ${tenantId} = ANY(tenants) OR EXISTS
        (SELECT 1 FROM playback_days d WHERE d.tenant_id = ${tenantId} AND d.title_tag = t.tag))`,
  )
  return new Set(rows.map(({ tag }) => tag))
}
