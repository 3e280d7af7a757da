import type { Migration } from '../src/kernel/db/migrate.ts'

/** What nobody sees, as `isVisible` of core has it. */
const unseen = String.raw`[:space:][:cntrl:]\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`

/**
 * OPS-02: what a trailer’s uploaded file came to, and the documents and terms that were read again and are damaged; `own_key` is the
 * last of them that the patrol has read in its round. C-141: platform-owned categories have an effect from here on, so that the
 * setting stays only where somebody chose it, or where there are no others to hide. Decision 0106: a description without words is none.
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
    AND EXISTS (SELECT FROM categories c WHERE c.tenant_id = t.tenant_id)
    AND NOT EXISTS (SELECT FROM audit_entries a, jsonb_array_elements(a.changes) AS change
      WHERE a.noun = 'tenants' AND a.row_id = t.tenant_id AND change ->> 'path' = 'isPlatformOwnedCategories'
        AND change -> 'after' = 'true');

UPDATE titles SET class_description = ''
  WHERE class_description <> '' AND class_description !~ '^[[:alnum:]]'
    AND (CASE WHEN class_description ~* '<[a-z/!?]'
        THEN replace(regexp_replace(class_description, '</?[a-z][^<>]*>', '', 'gi'), '&nbsp;', '')
        ELSE class_description END) COLLATE "C" !~ '[^${unseen}]';
`,
}
