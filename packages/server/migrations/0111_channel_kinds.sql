-- Decision 0151, C-141, CHAN-18: the products of a site in which the titles of a channel appear; all of them until somebody chooses.

ALTER TABLE channels ADD COLUMN kinds text[] NOT NULL DEFAULT ARRAY['web', 'app', 'virtual', 'api']
  CHECK (cardinality(kinds) > 0 AND kinds <@ ARRAY['web', 'app', 'virtual', 'api']);
