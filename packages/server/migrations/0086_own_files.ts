import type { Migration } from '../src/kernel/db/migrate.ts'

/** What nobody sees, as `isVisible` of core has it. */
const unseen = String.raw`[:space:][:cntrl:]\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`

/** Columns of names, by table. */
const names = {
  ...{ tenants: ['name'], users: ['display_name'], providers: ['name', 'display_name'] },
  ...{ channels: ['name', 'display_name'], titles: ['class_name', 'instructor'], captions: ['title'] },
  ...{ batches: ['title'], events: ['title', 'instructor'], documents: ['title'], terms: ['title'] },
  ...{ collections: ['name'], subscription_packages: ['title'] },
}
const override = String.raw`[\u202d\u202e]`
const lineBreaks = String.raw`[\n\v\f\r\u0085\u2028\u2029]+`
const offLine = String.raw`[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]`
const onOneLine = (text: string) =>
  `btrim(regexp_replace(regexp_replace(${text}, '${override}', '', 'g'), '${lineBreaks}', ' ', 'g'))`
const ofSites = ['appTitle', 'linkText', 'linkHoverText'].map(key => ({ key, text: `settings ->> '${key}'` }))

/** Names in several languages had no line breaks before. */
const stored = [
  ...Object.entries(names).flatMap(([table, columns]) =>
    columns.map(name => `UPDATE ${table} SET ${name} = ${onOneLine(name)} WHERE ${name} ~ '${offLine}';`),
  ),
  ...ofSites.map(
    ({ key, text }) =>
      `UPDATE site_configurations SET settings = jsonb_set(settings, '{${key}}', to_jsonb(${onOneLine(text)})) WHERE ${text} ~ '${offLine}';`,
  ),
  ...['categories', 'sub_categories', 'taxonomies'].map(
    table =>
      `UPDATE ${table} SET name = regexp_replace(name::text, '${override}', '', 'g')::jsonb WHERE name::text ~ '${override}';`,
  ),
].join('\n')

/**
 * OPS-02: what a trailer’s uploaded file came to, and the documents and terms that were read again and are damaged; `own_key` is the
 * last of them that the patrol has read in its round. C-141: platform-owned categories have an effect from here on, so that the
 * setting stays only where somebody chose it. Decision 0106: a description without words is none; markup that isn't formatting is words.
 * Names stand on one line and read as they are written, which drafts are asked from here on: stored ones are made so.
 */
export const ownFiles: Migration = {
  id: 86,
  name: 'own_files',
  sql: `
LOCK TABLE titles;
ALTER TABLE titles
  ADD trailer_source_bytes bigint,
  ADD trailer_source_digest text,
  ADD trailer_source_digest_key text;
ALTER TABLE documents ADD damaged_key text;
ALTER TABLE terms ADD damaged_key text;
ALTER TABLE patrol ADD own_key text NOT NULL DEFAULT '';

ALTER TABLE tenants ALTER is_platform_owned_categories SET DEFAULT false;
UPDATE tenants t SET is_platform_owned_categories = false
  WHERE is_platform_owned_categories
    AND NOT EXISTS (SELECT FROM audit_entries a, jsonb_array_elements(a.changes) AS change
      WHERE a.noun = 'tenants' AND a.row_id = t.tenant_id AND change ->> 'path' = 'isPlatformOwnedCategories'
        AND change -> 'after' = 'true');

UPDATE titles SET class_description = ''
  WHERE class_description <> '' AND class_description !~ '^[[:alnum:]]'
    AND (CASE WHEN class_description ~* '<[a-z/!?]'
        THEN replace(regexp_replace(class_description, '</?(p|br|strong|em|u|ul|ol|li|a)([[:space:]/][^<>]*)?>', '', 'gi'), '&nbsp;', '')
        ELSE class_description END) COLLATE "C" !~ '[^${unseen}]';

${stored}
`,
}
