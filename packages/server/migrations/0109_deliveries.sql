-- LIVE-09, C-139: what JW Player has of titles, for each site on media platform 1 (decision 0149). A row outlives its title until JW
-- Player has let it go.
CREATE TABLE deliveries (
  title_tag text NOT NULL,
  tenant_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('waiting', 'processing', 'ready', 'failed', 'leaving')),
  -- At JW Player.
  site_id text,
  media_id text,
  -- The uploaded file that it was given.
  source_key text,
  -- When it was last asked to make it: an answer that was lost is looked for before it is asked again.
  asked_at timestamptz,
  problem text,
  detail text NOT NULL DEFAULT '',
  tries integer NOT NULL DEFAULT 0,
  next_at timestamptz,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (title_tag, tenant_id)
);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX deliveries_of_tenant ON deliveries (tenant_id);
