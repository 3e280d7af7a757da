-- From which program a batch was started: what it writes is recorded with it (decision 0030).

ALTER TABLE batches ADD client text NOT NULL DEFAULT 'api'
  CHECK (client IN ('portal', 'embed', 'cli', 'api'));
