import { isSameText, type Text, type Translation, type TranslationDraft } from '@kinora/core'
import { and, asc, eq, inArray, max, type SQL, sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { entity } from '../kernel/db/columns.ts'
import { owned } from '../kernel/db/queries.ts'
import {
  type Author,
  assertVersion,
  auditEntriesTable,
  recordWrites,
  stamp,
  stampNew,
  type Write,
} from '../kernel/rows/audit.ts'
import { differences } from '../kernel/rows/differences.ts'
import { notFound } from '../kernel/rows/refusals.ts'
import type { Scope } from '../kernel/scope.ts'
import type { Database } from '../ports/db.ts'
import { usersTable as u } from '../session/tables.ts'

type Row = typeof translationsTable.$inferSelect
type Forms = Pick<Row, 'one' | 'other'>
const toText = ({ one, other }: Forms): Text => (one === null ? other : { one, other })
const toForms = (text: Text): Forms => (typeof text === 'string' ? { one: null, other: text } : text)

/** Of the platform: no tenant and no provider has any. */
const ofPlatform = (scope: Scope): SQL => owned(scope, {})

/** What every page shows, signed in or not: the texts alone. */
export async function currentTexts(db: Database): Promise<TranslationDraft[]> {
  const rows = await db
    .select({ key: translationsTable.key, one: translationsTable.one, other: translationsTable.other })
    .from(translationsTable)
    .orderBy(asc(translationsTable.key))
  return rows.map(row => ({ key: row.key, text: toText(row) }))
}

export type StoredTranslation = TranslationDraft &
  Pick<Row, 'version' | 'updatedAt'> & { updatedBy: string | null }

/** The replaced texts in the order of their keys, all or those with these keys. */
export async function listTranslations(
  scope: Scope,
  db: Database,
  keys?: readonly string[],
): Promise<StoredTranslation[]> {
  const rows = await db
    .select({
      key: translationsTable.key,
      one: translationsTable.one,
      other: translationsTable.other,
      version: translationsTable.version,
      updatedAt: translationsTable.updatedAt,
      updatedBy: u.displayName,
    })
    .from(translationsTable)
    .leftJoin(u, eq(u.userId, translationsTable.updatedBy))
    .where(
      keys === undefined
        ? ofPlatform(scope)
        : sql`${ofPlatform(scope)} AND ${inArray(translationsTable.key, [...keys])}`,
    )
    .orderBy(asc(translationsTable.key))
  return rows.map(({ one, other, ...row }) => ({ ...row, text: toText({ one, other }) }))
}

interface Change {
  verb: 'set' | 'import'
  texts: readonly TranslationDraft[]
  /** The version of a single text that the caller has seen. */
  version?: number | undefined
  by: Author
}

/** Replaces texts, all or none; one that is so already stays untouched. How many were changed. */
export function setTranslations(
  scope: Scope,
  db: Database,
  { verb, texts, version, by }: Change,
): Promise<number> {
  return db.transaction(async tx => {
    const held = await lockTexts(scope, tx, [...new Set(texts.map(({ key }) => key))])
    const writes: Write[] = []
    for (const { key, text } of texts) {
      const before = held.get(key)
      if (isSameText(before && toText(before), text)) continue
      await assertKnown(scope, tx, { key, row: before, known: version })
      const after = await store(tx, { key, text, before, by })
      held.set(key, after)
      writes.push(
        toWrite(verb, { key, version: after.version, before: before && toText(before), after: text }),
      )
    }
    await recordWrites(tx, by, writes)
    return writes.length
  })
}

/** The original shows again; `notFound` where it does already. */
export function removeTranslation(
  scope: Scope,
  db: Database,
  { key, version, by }: { key: Translation['key']; version?: number | undefined; by: Author },
): Promise<void> {
  return db.transaction(async tx => {
    const before = (await lockTexts(scope, tx, [key])).get(key)
    if (before === undefined) throw notFound()
    await assertKnown(scope, tx, { key, row: before, known: version })
    await tx.delete(translationsTable).where(eq(translationsTable.key, key))
    await recordWrites(tx, by, [toWrite('remove', { key, version: before.version, before: toText(before) })])
  })
}

/** Writes come one after the other, also those of keys that have no row yet; reads don’t wait. */
async function lockTexts(scope: Scope, tx: Database, keys: readonly string[]): Promise<Map<string, Row>> {
  await tx.execute(sql`LOCK TABLE ${translationsTable} IN SHARE ROW EXCLUSIVE MODE`)
  const rows = await tx
    .select()
    .from(translationsTable)
    .where(sql`${ofPlatform(scope)} AND ${inArray(translationsTable.key, [...keys])}`)
  return new Map(rows.map(row => [row.key, row]))
}

async function store(
  tx: Database,
  { key, text, before, by }: TranslationDraft & { before: Row | undefined; by: Author },
): Promise<Row> {
  const [row] =
    before === undefined
      ? await tx
          .insert(translationsTable)
          .values({
            key,
            ...toForms(text),
            version: (await lastVersion(tx, key)) + 1,
            ...stampNew(by.now, by.userId),
          })
          .returning()
      : await tx
          .update(translationsTable)
          .set({ ...toForms(text), version: before.version + 1, ...stamp(by.now, by.userId) })
          .where(eq(translationsTable.key, key))
          .returning()
  return row!
}

/** A text that was taken back goes on where it ended, so that who saw an earlier one is told; 0 for one that never was. */
async function lastVersion(tx: Database, key: string): Promise<number> {
  const a = auditEntriesTable
  const [row] = await tx
    .select({ version: max(a.version) })
    .from(a)
    .where(and(eq(a.noun, 'translations'), eq(a.rowId, key)))
  return row?.version ?? 0
}

const assertKnown = (
  scope: Scope,
  tx: Database,
  { key, row, known }: { key: string; row: Row | undefined; known: number | undefined },
): Promise<void> =>
  assertVersion(scope, tx, {
    noun: 'translations',
    id: key,
    current: row?.version ?? 0,
    known,
    fields: ['text'],
  })

function toWrite(
  verb: string,
  { key, version, before, after }: { key: string; version: number; before?: Text | undefined; after?: Text },
): Write {
  const draft = (text: Text | undefined) => (text === undefined ? {} : { text })
  const changes = differences(draft(before), draft(after))
  return { noun: 'translations', id: key, verb, version, owner: {}, changes }
}

export const translationsTable = pgTable('translations', {
  key: text().primaryKey(),
  /** Of a text by number; null where it has a single form. */
  one: text(),
  other: text().notNull(),
  ...entity,
})
