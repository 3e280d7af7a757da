-- B-10: what a tenant lacked: JW credentials, keys of its own systems, and being deleted for 30 days (C-98).

ALTER TABLE tenants
  ADD jw_player_site_id text NOT NULL DEFAULT '',
  ADD jw_player_secret jsonb,
  ADD access_key text,
  ADD app_secret jsonb,
  ADD deleted_at timestamptz(3);
CREATE UNIQUE INDEX tenants_access_key ON tenants (access_key);
CREATE INDEX tenants_deleted ON tenants (deleted_at) WHERE deleted_at IS NOT NULL;
