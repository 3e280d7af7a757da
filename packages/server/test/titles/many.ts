import { sql } from 'drizzle-orm'
import type { Database } from '../../src/ports/db.ts'

/** A whole number under `below`, spread evenly over the rows and always the same: `salt` tells the columns apart. */
const pick = (salt: number, below: number) => `((hashint8extended(n, ${salt}) & 1073741823) % ${below})::int`
const of = (list: string, salt: number) =>
  `${list}[1 + (hashint8extended(n, ${salt}) & 1073741823) % cardinality(${list})]`

const words =
  'flow power stretch core balance tempo breath mobility strength endurance morning evening gentle intense rhythm barre cycle rower kettlebell sculpt interval recovery posture cardio yoga pilates dance boxing climb sprint lift hinge squat press plank lunge twist hold pulse reach'
const first =
  'Ada Ben Cleo Dario Esra Finn Greta Hugo Ines Jonas Kaya Liam Mara Nils Olga Pavel Rosa Sami Tove Uma'

/**
 * `count` titles over all organisations of the demo, made by the database itself: a catalogue of years in seconds, as its
 * indexes are made afterwards. `set` is what they have in common, as SQL.
 */
export async function addManyTitles(db: Database, count: number, set?: string): Promise<void> {
  const indexes = await run<{ name: string; made: string }>(
    db,
    `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'titles' AND indexname <> 'titles_pkey'`,
  )
  for (const { name } of indexes) await run(db, `DROP INDEX ${name}`)
  await insert(db, count)
  if (set !== undefined) await run(db, `UPDATE titles SET ${set} WHERE tag LIKE 'many-%'`)
  for (const { made } of indexes) await run(db, made)
  await run(db, 'VACUUM ANALYZE titles')
}

export async function run<T>(db: Database, statement: string): Promise<T[]> {
  return ((await db.execute(sql.raw(statement))) as unknown as { rows: T[] }).rows
}

async function insert(db: Database, count: number): Promise<void> {
  await run(
    db,
    `
WITH lists AS MATERIALIZED (
  SELECT
    (SELECT array_agg(tag ORDER BY tag) FROM providers WHERE tenant_id IS NULL) AS providers,
    (SELECT array_agg(tenant_id ORDER BY tenant_id) FROM tenants) AS tenants,
    (SELECT array_agg(tag ORDER BY tag) FROM channels) AS channels,
    (SELECT array_agg(sub_category_id ORDER BY sub_category_id) FROM sub_categories) AS subs,
    (SELECT array_agg(id ORDER BY id) FROM taxonomies WHERE kind = 'equipment') AS equipment,
    (SELECT array_agg(id ORDER BY id) FROM taxonomies WHERE kind = 'focusarea') AS areas,
    (SELECT array_agg(id ORDER BY id) FROM taxonomies WHERE kind = 'label') AS labels,
    string_to_array('${words}', ' ') AS words,
    string_to_array('${first}', ' ') AS people
), drawn AS (
  SELECT n, lists.*,
    CASE WHEN ${pick(1, 5)} = 0 THEN ${of('tenants', 2)} END AS owner,
    ${of('subs', 3)} AS sub
  FROM generate_series(1, ${count}) AS n, lists
)
INSERT INTO titles (tag, tenant_id, provider_id, external_id, class_name, class_description, class_category_id,
  class_sub_category_id, class_language_code, channel_id, duration_second, equipment_ids, focus_area_ids, label_ids,
  keywords, instructor, intensity, skill, content_type, tenants, status, is_delete, created_at, updated_at)
SELECT
  'many-' || lpad(n::text, 7, '0'),
  owner,
  coalesce((SELECT tag FROM providers WHERE tenant_id = owner), ${of('providers', 4)}),
  CASE WHEN n % 2 = 0 THEN 'catalogue-' || n END,
  initcap(concat_ws(' ', ${of('words', 5)}, ${of('words', 6)}, ${of('words', 7)})) || ' ' || n,
  concat_ws(' ', ${[8, 9, 10, 11, 12, 13, 14, 15].map(salt => of('words', salt)).join(', ')}, 'class number', n * 7),
  (SELECT category_id FROM sub_categories WHERE sub_category_id = sub),
  sub,
  (ARRAY['en-US', 'en-US', 'en-US', 'de-DE', 'fr-FR', 'es-ES', 'ar-SA', 'nl-NL', 'it-IT', 'pt-PT'])[1 + ${pick(16, 10)}],
  CASE WHEN ${pick(17, 3)} > 0 THEN ${of('channels', 18)} END,
  120 + ${pick(19, 4000)},
  ARRAY[${of('equipment', 20)}, ${of('equipment', 21)}],
  ARRAY[${of('areas', 22)}],
  CASE WHEN ${pick(23, 4)} = 0 THEN ARRAY[${of('labels', 24)}] ELSE '{}' END,
  ARRAY[${of('words', 25)}, ${of('words', 26)}],
  ${of('people', 27)} || ' Example' || ${pick(28, 2000)},
  1 + ${pick(29, 10)},
  1 + ${pick(30, 10)},
  CASE WHEN ${pick(31, 10)} = 0 THEN 2 ELSE 1 END,
  CASE WHEN ${pick(32, 10)} < 6 THEN ARRAY[${of('tenants', 33)}] ELSE '{}' END,
  CASE WHEN ${pick(32, 10)} < 6 THEN 4 ELSE ${pick(34, 12)} END,
  ${pick(35, 50)} = 0,
  timestamptz '2026-11-01' - (${count} - n) * interval '1 minute',
  timestamptz '2026-11-01'
FROM drawn`,
  )
}
