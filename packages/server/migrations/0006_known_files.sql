-- Files that the platform holds already need not be sent again: how they are found, and what is asked of who says so.

ALTER TABLE uploads ADD COLUMN sample text;
CREATE INDEX uploads_content ON uploads (sample, size) WHERE state = 'complete';

CREATE TABLE upload_challenges (
  id text PRIMARY KEY,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('video', 'trailer')),
  asked_by text NOT NULL,
  sample text NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  nonce text NOT NULL,
  ranges jsonb NOT NULL,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX upload_challenges_title ON upload_challenges (title_tag);
CREATE INDEX upload_challenges_expiry ON upload_challenges (expires_at);
