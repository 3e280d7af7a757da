-- KEY-01: keys for machines, each as its maker and with a part of what that account may do (decision 0153).

CREATE TABLE api_keys (
  key_id text PRIMARY KEY,
  -- Its maker, as whom its calls are made.
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- What its maker was then: a key never grows with its maker.
  role smallint NOT NULL,
  -- What it was made for; the platform where both are null.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  provider_id text,
  name text NOT NULL,
  start text NOT NULL,
  hash text NOT NULL UNIQUE,
  old_hash text UNIQUE,
  old_ends_at timestamptz,
  rights text[] NOT NULL,
  tenant_ids text[] NOT NULL,
  networks text[] NOT NULL,
  ends_on text NOT NULL,
  revoked_at timestamptz,
  last_used_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX api_keys_maker ON api_keys (user_id);
CREATE INDEX api_keys_tenant ON api_keys (tenant_id);
CREATE INDEX api_keys_provider ON api_keys (provider_id);
