-- The schedule (B-15, decision 0062). The video of a simulated event is a title that no list of titles has.

ALTER TABLE titles ADD COLUMN is_event boolean NOT NULL DEFAULT false;
-- As 0003 made them, without the videos of events or with what tells them.
DROP INDEX titles_created, titles_name, titles_tenant, titles_provider, titles_channel, titles_category, titles_sub_category,
  titles_status, titles_language, titles_content_type, titles_skill, titles_intensity, titles_duration, titles_external;
CREATE INDEX titles_created ON titles (created_at, tag) INCLUDE (status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids) WHERE NOT is_delete AND NOT is_event;
CREATE INDEX titles_name ON titles (lower(class_name), tag) INCLUDE (class_name, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids) WHERE NOT is_delete AND NOT is_event;
CREATE INDEX titles_tenant ON titles (tenant_id, created_at, tag) INCLUDE (is_delete, is_event, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids);
CREATE INDEX titles_provider ON titles (provider_id, created_at, tag) INCLUDE (is_delete, is_event, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids);
CREATE INDEX titles_channel ON titles (channel_id, created_at, tag) INCLUDE (is_delete, is_event);
CREATE INDEX titles_category ON titles (class_category_id, created_at, tag) INCLUDE (is_delete, is_event);
CREATE INDEX titles_sub_category ON titles (class_sub_category_id, created_at, tag) INCLUDE (is_delete, is_event);
CREATE INDEX titles_status ON titles (status, created_at, tag) INCLUDE (is_delete, is_event);
CREATE INDEX titles_language ON titles (class_language_code) INCLUDE (is_delete, is_event);
CREATE INDEX titles_content_type ON titles (content_type) INCLUDE (is_delete, is_event);
CREATE INDEX titles_skill ON titles (skill) INCLUDE (is_delete, is_event);
CREATE INDEX titles_intensity ON titles (intensity) INCLUDE (is_delete, is_event);
CREATE INDEX titles_duration ON titles (duration_second) INCLUDE (is_delete, is_event);
CREATE INDEX titles_external ON titles (external_id) INCLUDE (is_delete, is_event);

CREATE TABLE events (
  event_id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  event_key text,
  type smallint NOT NULL CHECK (type IN (1, 2, 3)),
  title text NOT NULL,
  description text NOT NULL,
  category text NOT NULL CHECK (category IN ('GX', 'Cycle')),
  duration_second integer NOT NULL,
  active boolean NOT NULL,
  activated_once boolean NOT NULL DEFAULT false,
  schedule jsonb,
  schedule_time text,
  image_url text,
  allow_auto_publish boolean NOT NULL,
  live_streaming_link text NOT NULL,
  event_source text CHECK (event_source IN ('platform', 'external')),
  content_id text,
  class_category_id text,
  class_sub_category_id text,
  class_language_code text,
  skill smallint,
  intensity smallint,
  equipment_ids text[] NOT NULL DEFAULT '{}',
  focus_area_ids text[] NOT NULL DEFAULT '{}',
  label_ids text[] NOT NULL DEFAULT '{}',
  instructor text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK ((event_source IS NULL) = (type <> 2)),
  CHECK (NOT active OR activated_once)
);
CREATE INDEX events_of_tenant ON events (tenant_id, created_at);

CREATE TABLE event_feeds (
  tenant_id text PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text
);
