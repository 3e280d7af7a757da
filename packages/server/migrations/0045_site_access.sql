-- Sites of tenants: tokens by a pair of keys (TENANT-27), and the ids by which a site hands in reviews and plays (C-120).

ALTER TABLE tenants ADD COLUMN keys_used_at timestamptz;
ALTER TABLE reviews ADD COLUMN site_review_id text;
CREATE UNIQUE INDEX reviews_of_site ON reviews (tenant_id, site_review_id) WHERE site_review_id IS NOT NULL;
ALTER TABLE playback_records ADD COLUMN site_play_id text;
CREATE UNIQUE INDEX playback_records_of_site ON playback_records (tenant_id, site_play_id) WHERE site_play_id IS NOT NULL;
CREATE INDEX playback_days_of_title ON playback_days (tenant_id, title_tag);
