-- What sites read is kept as it was for 400 days, and goes with whom it belonged to (decision 0144).

-- Of a secret is kept whether there was one: a class ahead had something to play, or it hadn't.
CREATE FUNCTION kinora_masked(secret text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN secret = '' THEN '' WHEN secret IS NOT NULL THEN '***' END
$$;

-- In the transaction of `kinora_forget`, what is deleted isn't kept, and what was kept of it goes as well.
CREATE OR REPLACE FUNCTION kinora_keep_former() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kept kept_tables;
  row_key text;
  masked text[] := CASE TG_TABLE_NAME WHEN 'events' THEN ARRAY['event_key', 'live_streaming_link'] ELSE '{}' END;
  stored text[] := ARRAY(SELECT attname::text FROM pg_attribute
    WHERE attrelid = TG_RELID AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
  written text[];
BEGIN
  SELECT * INTO kept FROM kept_tables k WHERE k.table_name = TG_TABLE_NAME;
  row_key := kinora_row_key(kept.key_columns, 'o');
  IF TG_OP = 'DELETE' AND current_setting('kinora.forgets', true) = 'on' THEN
    EXECUTE format('DELETE FROM former_rows f USING old_rows o WHERE f.table_name = %L AND f.row_key = %s', TG_TABLE_NAME, row_key);
    RETURN NULL;
  END IF;
  IF TG_OP = 'DELETE' THEN
    EXECUTE format('INSERT INTO former_rows (at, table_name, row_key, former)
      SELECT kinora_now(), %L, %s, (SELECT jsonb_object_agg(key, value) FROM jsonb_each(to_jsonb(o)) WHERE key = ANY (%L)) || %s FROM old_rows o',
      TG_TABLE_NAME, row_key, ARRAY(SELECT name FROM unnest(stored) name WHERE name <> ALL (kept.never)),
      (SELECT coalesce(string_agg(format('jsonb_build_object(%1$L, kinora_masked(o.%1$I))', name), ' || '), '''{}''') FROM unnest(masked) name));
    RETURN NULL;
  END IF;
  written := masked || CASE WHEN kept.kept <> '{}' THEN kept.kept ELSE ARRAY(SELECT name FROM unnest(stored) name
    WHERE name <> ALL (kept.never || '{version,created_at,created_by,updated_by}'::text[])) END;
  EXECUTE (SELECT format('INSERT INTO former_rows (at, table_name, row_key, former)
    SELECT kinora_now(), %L, %s, %s FROM old_rows o JOIN new_rows n ON %s WHERE %s', TG_TABLE_NAME, row_key,
    string_agg(format('CASE WHEN %2$s IS DISTINCT FROM %3$s THEN jsonb_build_object(%1$L, %2$s) ELSE ''{}'' END', name, before, after), ' || '),
    (SELECT string_agg(format('n.%1$I = o.%1$I', name), ' AND ') FROM unnest(kept.key_columns) name),
    string_agg(format('%s IS DISTINCT FROM %s', before, after), ' OR '))
    FROM (SELECT name, format(seen, 'o', name) AS before, format(seen, 'n', name) AS after
      FROM unnest(written) name, LATERAL (SELECT CASE WHEN name = ANY (masked) THEN 'kinora_masked(%s.%I)' ELSE '%s.%I' END) s (seen)) w);
  RETURN NULL;
END $$;

-- What these tenants had deleted themselves goes; what the rest of the transaction deletes leaves nothing either.
CREATE FUNCTION kinora_forget(tenant_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('kinora.forgets', 'on', true);
  DELETE FROM former_rows f USING former_rows gone
    WHERE gone.former ->> 'tenant_id' = ANY (tenant_ids) AND f.table_name = gone.table_name AND f.row_key = gone.row_key;
END $$;

-- Forgets what was changed before a moment; from then on rows count as kept.
CREATE FUNCTION kinora_forget_before(moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM former_rows WHERE table_name IN (SELECT table_name FROM kept_tables) AND at < moment;
  IF FOUND THEN
    UPDATE former_rows_begin SET at = moment WHERE at IS NULL OR at < moment;
  END IF;
END $$;
