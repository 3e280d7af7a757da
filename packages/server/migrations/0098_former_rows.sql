-- What the sites of tenants read, as it was: whoever or whatever changes such a row, what it held until then is kept (decision 0136).

-- The clock of the database; tests move it along with the server's.
CREATE FUNCTION kinora_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';

CREATE TABLE former_rows (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- When it was changed; infinity in the transaction of a question about what is still to come.
  at timestamptz NOT NULL,
  table_name text NOT NULL,
  row_key text NOT NULL,
  -- The columns that held something else until then; of a row that was deleted all of them.
  former jsonb NOT NULL
);
CREATE INDEX former_rows_since ON former_rows (table_name, at);

-- Since when rows are kept; without a moment from the first row on.
CREATE TABLE former_rows_begin (at timestamptz);
INSERT INTO former_rows_begin SELECT CASE WHEN EXISTS (SELECT FROM tenants) THEN now() END;

CREATE TABLE kept_tables (
  table_name text PRIMARY KEY,
  key_columns text[] NOT NULL,
  -- Without any all but those of `never` and of the bookkeeping.
  kept text[] NOT NULL DEFAULT '{}',
  -- Secrets, and what sites never read.
  never text[] NOT NULL DEFAULT '{}',
  -- A row is there from the moment on that it was made; names are there for whatever names them.
  has_begin boolean NOT NULL DEFAULT true
);

CREATE FUNCTION kinora_row_key(key_columns text[], of_row text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN cardinality(key_columns) = 1 THEN format('%s.%I', of_row, key_columns[1])
    ELSE (SELECT 'concat_ws('' '', ' || string_agg(format('%s.%I', of_row, name), ', ') || ')' FROM unnest(key_columns) name) END
$$;

CREATE FUNCTION kinora_keep_former() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept kept_tables;
  row_key text;
  stored text[] := ARRAY(SELECT attname::text FROM pg_attribute
    WHERE attrelid = TG_RELID AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
  written text[];
BEGIN
  SELECT * INTO kept FROM kept_tables k WHERE k.table_name = TG_TABLE_NAME;
  row_key := kinora_row_key(kept.key_columns, 'o');
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('INSERT INTO former_rows (at, table_name, row_key, former)
      SELECT kinora_now(), %L, %s, (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(o)) WHERE key = ANY (%L)) FROM old_rows o',
      TG_TABLE_NAME, row_key, ARRAY(SELECT name FROM unnest(stored) name WHERE name <> ALL (kept.never)));
    RETURN NULL;
  END IF;
  written := CASE WHEN kept.kept <> '{}' THEN kept.kept ELSE ARRAY(SELECT name FROM unnest(stored) name
    WHERE name <> ALL (kept.never || '{version,created_at,created_by,updated_by}'::text[])) END;
  EXECUTE format('INSERT INTO former_rows (at, table_name, row_key, former)
    SELECT kinora_now(), %L, %s, %s FROM old_rows o JOIN new_rows n ON %s WHERE %s', TG_TABLE_NAME, row_key,
    (SELECT string_agg(format('CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_object(%1$L, o.%1$I) ELSE ''{}'' END', name), ' || ')
      FROM unnest(written) name),
    (SELECT string_agg(format('n.%1$I = o.%1$I', name), ' AND ') FROM unnest(kept.key_columns) name),
    (SELECT string_agg(format('o.%1$I IS DISTINCT FROM n.%1$I', name), ' OR ') FROM unnest(written) name));
  RETURN NULL;
END $$;

-- Keeps a table from now on.
CREATE FUNCTION kinora_keep(t kept_tables) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO kept_tables SELECT (t).*;
  EXECUTE format('CREATE TRIGGER keep_updated AFTER UPDATE ON %I REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION kinora_keep_former()', t.table_name);
  EXECUTE format('CREATE TRIGGER keep_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION kinora_keep_former()', t.table_name);
END $$;

SELECT kinora_keep(ROW(table_name, key_columns, kept, never, has_begin)::kept_tables) FROM (VALUES
  ('titles', ARRAY['tag'], string_to_array('tenant_id provider_id class_name class_description class_category_id class_sub_category_id '
    'class_language_code channel_id schedule_date start_date end_date published_date duration_second equipment_ids focus_area_ids '
    'label_ids keywords instructor intensity skill image_link alternate_link is_equipment content_type tenants status trailer_status '
    'stream_key trailer_web_key trailer_mobile_key is_event is_delete updated_at', ' '), '{}'::text[], true),
  ('captions', ARRAY['track_id'], ARRAY['title_tag', 'title', 'language', 'blob_key'], '{}', true),
  ('collections', ARRAY['collection_tag'], '{}', '{}', true),
  ('collection_items', ARRAY['collection_tag', 'title_tag'], '{}', '{}', true),
  ('documents', ARRAY['document_id'], '{}', ARRAY['damaged_key'], true),
  ('document_titles', ARRAY['document_id', 'title_tag'], '{}', '{}', true),
  ('events', ARRAY['event_id'], '{}', ARRAY['event_key', 'live_streaming_link'], true),
  ('subscription_packages', ARRAY['subs_package_id'], '{}', '{}', true),
  ('site_configurations', ARRAY['tag'], '{}', '{}', true),
  ('web_settings', ARRAY['tenant_id'], ARRAY['settings'], ARRAY['secrets'], true),
  ('app_settings', ARRAY['tenant_id'], ARRAY['settings'], ARRAY['secrets'], true),
  ('terms', ARRAY['tenant_id', 'version', 'language_code'], '{}', ARRAY['damaged_key'], true),
  ('categories', ARRAY['category_id'], '{}', '{}', false),
  ('sub_categories', ARRAY['sub_category_id'], '{}', '{}', false),
  ('taxonomies', ARRAY['id'], '{}', '{}', false),
  ('channels', ARRAY['tag'], '{}', '{}', false),
  ('providers', ARRAY['tag'], ARRAY['display_name', 'is_tenant_provider'],
    ARRAY['email', 'phone_number', 'contact', 'jw_player_site_id', 'jw_player_secret'], false),
  ('tenants', ARRAY['tenant_id'], ARRAY['name', 'time_zone', 'language_codes', 'language_tag', 'is_platform_owned_categories',
    'activated_products', 'connect', 'site_source_type'],
    ARRAY['email', 'jw_player_site_id', 'jw_player_secret', 'access_key', 'app_secret'], false)
) AS t (table_name, key_columns, kept, never, has_begin);

-- The moment that a transaction asks for.
CREATE FUNCTION kinora_as_of() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT current_setting('kinora.as_of')::timestamptz
$$;

-- One view for each kept table, of its name and its columns, as it was at the moment of the transaction: the first of what was kept since.
CREATE FUNCTION kinora_view_as_of(t kept_tables) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  source text := format('%I.%I', current_schema(), t.table_name);
  row_key text := kinora_row_key(t.key_columns, 't');
  begins text := CASE WHEN t.has_begin THEN 'created_at <= kinora_as_of()' ELSE 'true' END;
  as_they_are text;
  as_they_were text;
BEGIN
  -- What the database makes of other columns is made of what those held.
  SELECT string_agg(format('t.%I', attname), ', ' ORDER BY attnum),
    string_agg(CASE WHEN attgenerated = '' THEN format('r.%I', attname) ELSE format('(%s)%s AS %I', pg_get_expr(adbin, adrelid),
      CASE WHEN attcollation <> typcollation THEN ' COLLATE ' || attcollation::regcollation::text ELSE '' END, attname) END,
      ', ' ORDER BY attnum)
    INTO as_they_are, as_they_were
    FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE attrelid = source::regclass AND attnum > 0 AND NOT attisdropped;
  EXECUTE format('CREATE VIEW as_of.%1$I AS
    SELECT %2$s FROM %3$s t WHERE %4$s AND NOT EXISTS (
      SELECT FROM former_rows f WHERE f.table_name = %1$L AND f.at > kinora_as_of() AND f.row_key = %5$s)
    UNION ALL
    SELECT %6$s FROM (
      SELECT r.* FROM (
        SELECT row_key, jsonb_object_agg(e.key, e.value ORDER BY id DESC) AS former
        FROM former_rows CROSS JOIN LATERAL jsonb_each(former) e WHERE table_name = %1$L AND at > kinora_as_of() GROUP BY row_key
      ) f LEFT JOIN %3$s t ON %5$s = f.row_key CROSS JOIN LATERAL jsonb_populate_record(t, f.former) r
    ) r WHERE %4$s', t.table_name, as_they_are, source, begins, row_key, as_they_were);
END $$;

-- Views depend on the columns of their tables: migrations come between these two (kernel/db/migrate.ts).
CREATE FUNCTION kinora_before_migrations() RETURNS void LANGUAGE sql AS 'DROP SCHEMA IF EXISTS as_of CASCADE';
CREATE FUNCTION kinora_after_migrations() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  CREATE SCHEMA as_of;
  PERFORM kinora_view_as_of(k) FROM kept_tables k;
END $$;
