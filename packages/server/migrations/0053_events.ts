import type { Migration } from '../src/kernel/db/migrate.ts'

/** The schedule (B-15, decision 0062). The video of a simulated event is a title that no list of titles has. */
export const events: Migration = {
  id: 53,
  name: 'events',
  sql: `
ALTER TABLE titles ADD COLUMN is_event boolean NOT NULL DEFAULT false;

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
`,
}
