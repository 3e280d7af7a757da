import type { Migration } from '../src/kernel/db/migrate.ts'

const tables = ['categories', 'sub_categories', 'channels', 'providers', 'taxonomies']

const trigger = (table: string) => `
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
  FOR EACH STATEMENT EXECUTE FUNCTION names_changed();`

/** One value that is another after every change of a name that titles show, so that names can be held in memory (decision 0016). */
export const namesVersion: Migration = {
  id: 7,
  name: 'names_version',
  sql: `
CREATE TABLE names_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO names_version DEFAULT VALUES;

CREATE FUNCTION names_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE names_version SET version = gen_random_uuid();
  RETURN NULL;
END $$;
${tables.map(trigger).join('')}
`,
}
