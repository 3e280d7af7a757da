-- Titles with their search indexes, uploads with their chunks, caption tracks.

-- array_to_string is only STABLE for the sake of types that texts are not.
CREATE FUNCTION title_search_text(name text, description text, instructor text, keywords text[], tag text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT lower(concat_ws(' ', name, description, instructor, array_to_string(keywords, ' '), tag)) $$;

CREATE TABLE titles (
  tag text PRIMARY KEY,
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  provider_id text REFERENCES providers,
  external_id text,
  class_name text NOT NULL,
  class_description text NOT NULL DEFAULT '',
  class_category_id text REFERENCES categories ON DELETE SET NULL,
  class_sub_category_id text REFERENCES sub_categories ON DELETE SET NULL,
  class_language_code text,
  channel_id text REFERENCES channels,
  schedule_date text,
  start_date text,
  end_date text,
  published_date timestamptz(3),
  duration_second integer NOT NULL DEFAULT 0 CHECK (duration_second >= 0),
  equipment_ids text[] NOT NULL DEFAULT '{}',
  focus_area_ids text[] NOT NULL DEFAULT '{}',
  label_ids text[] NOT NULL DEFAULT '{}',
  keywords text[] NOT NULL DEFAULT '{}',
  instructor text NOT NULL DEFAULT '',
  intensity smallint CHECK (intensity BETWEEN 1 AND 10),
  skill smallint CHECK (skill BETWEEN 1 AND 10),
  image_link text,
  alternate_link text,
  thumbnail_type text NOT NULL DEFAULT 'auto' CHECK (thumbnail_type IN ('auto', 'custom')),
  is_active boolean NOT NULL DEFAULT true,
  is_equipment boolean NOT NULL DEFAULT false,
  content_type smallint NOT NULL DEFAULT 1 CHECK (content_type IN (1, 2)),
  is_migrating boolean NOT NULL DEFAULT false,
  source_provider_id text,
  is_auto_publish boolean NOT NULL DEFAULT false,
  tenants text[] NOT NULL DEFAULT '{}',
  status smallint NOT NULL DEFAULT 6 CHECK (status BETWEEN 0 AND 11),
  video_status smallint CHECK (video_status BETWEEN 1 AND 8),
  error_type text,
  job_id text,
  processing jsonb,
  source_key text,
  file_name text,
  file_size bigint,
  file_digest text,
  stream_key text,
  trailer_name text,
  trailer_status smallint CHECK (trailer_status BETWEEN 0 AND 11),
  trailer_job_id text,
  trailer_error_type text,
  trailer_source_key text,
  trailer_web_key text,
  trailer_mobile_key text,
  is_delete boolean NOT NULL DEFAULT false,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text,
  search_text text GENERATED ALWAYS AS
    (title_search_text(class_name, class_description, instructor, keywords, tag)) STORED
);
CREATE UNIQUE INDEX titles_external_id
  ON titles (coalesce(tenant_id, ''), coalesce(provider_id, ''), external_id) WHERE NOT is_delete;
CREATE INDEX titles_created ON titles (created_at, tag) WHERE NOT is_delete;
CREATE INDEX titles_name ON titles (lower(class_name), tag) WHERE NOT is_delete;
CREATE INDEX titles_tenant ON titles (tenant_id, created_at, tag) WHERE NOT is_delete;
CREATE INDEX titles_provider ON titles (provider_id, created_at, tag) WHERE NOT is_delete;
CREATE INDEX titles_channel ON titles (channel_id, created_at, tag) WHERE NOT is_delete;
CREATE INDEX titles_category ON titles (class_category_id, created_at, tag) WHERE NOT is_delete;
CREATE INDEX titles_status ON titles (status, created_at, tag) WHERE NOT is_delete;
CREATE INDEX titles_search ON titles USING gin (search_text gin_trgm_ops);
CREATE INDEX titles_equipment ON titles USING gin (equipment_ids);
CREATE INDEX titles_focus_areas ON titles USING gin (focus_area_ids);
CREATE INDEX titles_labels ON titles USING gin (label_ids);
CREATE INDEX titles_tenants ON titles USING gin (tenants);
CREATE INDEX titles_processing ON titles (tag) WHERE job_id IS NOT NULL OR trailer_job_id IS NOT NULL;

CREATE TABLE uploads (
  id text PRIMARY KEY,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('video', 'trailer')),
  identifier text NOT NULL,
  file_name text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  chunks integer NOT NULL CHECK (chunks > 0),
  next_chunk integer NOT NULL DEFAULT 1,
  state text NOT NULL DEFAULT 'receiving' CHECK (state IN ('receiving', 'complete')),
  blob_key text NOT NULL,
  digest text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text
);
CREATE UNIQUE INDEX uploads_title_role ON uploads (title_tag, role);

CREATE TABLE upload_chunks (
  upload_id text NOT NULL REFERENCES uploads ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  digest text NOT NULL,
  size integer NOT NULL,
  is_stored boolean NOT NULL DEFAULT false,
  PRIMARY KEY (upload_id, number)
);

CREATE TABLE captions (
  track_id text PRIMARY KEY,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  title text NOT NULL,
  language text NOT NULL,
  blob_key text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_by text
);
CREATE UNIQUE INDEX captions_language ON captions (title_tag, language);
