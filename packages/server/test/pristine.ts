import type { OpenPGlite } from '../src/adapters/database/pglite.ts'

/** Keeps a copy of every row that a database begins with, in a schema beside its own, for `createPristine`. */
const keep = `
CREATE SCHEMA pristine;
CREATE TABLE pristine.sequences AS
  SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS called
  FROM pg_sequences;
DO $$
DECLARE each record;
BEGIN
  FOR each IN SELECT schemaname, tablename FROM pg_tables WHERE schemaname IN ('public', 'pgboss') LOOP
    EXECUTE format('CREATE TABLE pristine.%I AS TABLE %I.%I', each.schemaname || '.' || each.tablename, each.schemaname, each.tablename);
  END LOOP;
END $$`

/** What nothing but a change of the schema changes. */
const shape = `
SELECT concat_ws(' ', (SELECT count(*) || ' ' || max(oid) FROM pg_class WHERE relkind <> 't' AND oid >= 16384),
  (SELECT count(*) || ' ' || md5(string_agg(attrelid::regclass || '.' || attname, ',' ORDER BY attrelid, attnum)) FROM pg_attribute WHERE attrelid >= 16384 AND attnum > 0),
  (SELECT count(*) || ' ' || max(oid) FROM pg_constraint), (SELECT count(*) || ' ' || max(oid) FROM pg_trigger),
  (SELECT count(*) || ' ' || max(oid) FROM pg_proc)) AS shape`

/** Every table and sequence as it was; foreign keys and triggers rest meanwhile. */
const restore = `
DO $$
DECLARE
  each record;
  holds boolean;
  filled text[] := '{}';
BEGIN
  SET LOCAL session_replication_role = replica;
  FOR each IN SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss') LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', each.name) INTO holds;
    IF holds THEN filled := filled || each.name; END IF;
  END LOOP;
  EXECUTE 'TRUNCATE ' || array_to_string(filled, ', ') || ' CASCADE';
  FOR each IN
    SELECT format('%I.%I', n.nspname, c.relname) AS name, format('pristine.%I', n.nspname || '.' || c.relname) AS kept,
      string_agg(quote_ident(attname), ', ') AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE n.nspname IN ('public', 'pgboss') AND c.relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    GROUP BY n.nspname, c.relname
  LOOP
    EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s', each.name, each.columns, each.columns, each.kept);
  END LOOP;
  PERFORM setval(name, value, called) FROM pristine.sequences;
END $$`

/** A database that goes from test to test. */
export interface Pristine {
  /** Takes back every change of a row; false where the schema has changed as well. */
  restore(): Promise<boolean>
}

/** Done once, before the database is kept as a dump. */
export const keepRows = async ({ client }: OpenPGlite): Promise<void> => {
  await client.exec(keep)
}

export async function createPristine({ client }: OpenPGlite): Promise<Pristine> {
  const shapeOf = async () => (await client.query<{ shape: string }>(shape)).rows[0]!.shape
  const before = await shapeOf()
  return {
    async restore() {
      if ((await shapeOf()) !== before) return false
      await client.exec(restore)
      return true
    },
  }
}
