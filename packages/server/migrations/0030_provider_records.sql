-- PROV-06, C-98: JW Player of a provider, its secret sealed; and when it was deleted.

ALTER TABLE providers ADD jw_player_site_id text;
ALTER TABLE providers ADD jw_player_secret text;
ALTER TABLE providers ADD deleted_at timestamptz;
