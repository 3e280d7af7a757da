-- KEY-08: calls that were sent with an idempotency key, and their answers, for 24 hours (decision 0164).

CREATE TABLE idempotency_keys (
  -- A MAC over account and key: the key itself isn't stored.
  id text PRIMARY KEY,
  -- A MAC over call and input.
  fingerprint text NOT NULL,
  -- Whoever works on it: what an attempt that was overtaken writes is rolled back.
  attempt text NOT NULL,
  leased_until timestamptz NOT NULL,
  -- What it has made, from the transaction that made it.
  made_noun text,
  made_id text,
  status smallint,
  -- Encrypted with the key that the caller has.
  answer text,
  created_at timestamptz NOT NULL
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
