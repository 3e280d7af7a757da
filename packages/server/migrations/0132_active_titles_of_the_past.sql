-- What a site showed at a moment depends on whether a title was switched on (LIVE-03).
UPDATE kept_tables SET kept = array_append(kept, 'is_active') WHERE table_name = 'titles';
