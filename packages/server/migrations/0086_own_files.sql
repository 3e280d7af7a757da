-- OPS-02: what a trailer’s uploaded file came to, and the documents and terms that were read again and are damaged; `own_key` is the
-- last of them that the patrol has read in its round. C-141: platform-owned categories have an effect from here on, so that the
-- setting stays only where somebody chose it. Decision 0106: a description without words is none; markup that isn't formatting is words.
-- Names stand on one line and read as they are written, which drafts are asked from here on: stored ones are made so.

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
        ELSE class_description END) COLLATE "C" !~ '[^[:space:][:cntrl:]\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]';

UPDATE tenants SET name = btrim(regexp_replace(regexp_replace(name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE users SET display_name = btrim(regexp_replace(regexp_replace(display_name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE display_name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE providers SET name = btrim(regexp_replace(regexp_replace(name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE providers SET display_name = btrim(regexp_replace(regexp_replace(display_name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE display_name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE channels SET name = btrim(regexp_replace(regexp_replace(name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE channels SET display_name = btrim(regexp_replace(regexp_replace(display_name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE display_name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE titles SET class_name = btrim(regexp_replace(regexp_replace(class_name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE class_name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE titles SET instructor = btrim(regexp_replace(regexp_replace(instructor, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE instructor ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE captions SET title = btrim(regexp_replace(regexp_replace(title, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE title ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE batches SET title = btrim(regexp_replace(regexp_replace(title, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE title ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE events SET title = btrim(regexp_replace(regexp_replace(title, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE title ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE events SET instructor = btrim(regexp_replace(regexp_replace(instructor, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE instructor ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE documents SET title = btrim(regexp_replace(regexp_replace(title, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE title ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE terms SET title = btrim(regexp_replace(regexp_replace(title, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE title ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE collections SET name = btrim(regexp_replace(regexp_replace(name, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE name ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE subscription_packages SET title = btrim(regexp_replace(regexp_replace(title, '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')) WHERE title ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE site_configurations SET settings = jsonb_set(settings, '{appTitle}', to_jsonb(btrim(regexp_replace(regexp_replace(settings ->> 'appTitle', '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')))) WHERE settings ->> 'appTitle' ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE site_configurations SET settings = jsonb_set(settings, '{linkText}', to_jsonb(btrim(regexp_replace(regexp_replace(settings ->> 'linkText', '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')))) WHERE settings ->> 'linkText' ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE site_configurations SET settings = jsonb_set(settings, '{linkHoverText}', to_jsonb(btrim(regexp_replace(regexp_replace(settings ->> 'linkHoverText', '[\u202d\u202e]', '', 'g'), '[\n\v\f\r\u0085\u2028\u2029]+', ' ', 'g')))) WHERE settings ->> 'linkHoverText' ~ '[\n\v\f\r\u0085\u2028\u2029\u202d\u202e]';
UPDATE categories SET name = regexp_replace(name::text, '[\u202d\u202e]', '', 'g')::jsonb WHERE name::text ~ '[\u202d\u202e]';
UPDATE sub_categories SET name = regexp_replace(name::text, '[\u202d\u202e]', '', 'g')::jsonb WHERE name::text ~ '[\u202d\u202e]';
UPDATE taxonomies SET name = regexp_replace(name::text, '[\u202d\u202e]', '', 'g')::jsonb WHERE name::text ~ '[\u202d\u202e]';
