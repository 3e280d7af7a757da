-- KEY-06: sessions of people of a host, each a part of what its key may do (decision 0162), and the pages that may embed.

CREATE TABLE embed_sessions (
  session_id text PRIMARY KEY,
  hash text NOT NULL UNIQUE,
  key_id text NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  -- Whose the key is, as of api_keys.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  provider_id text,
  -- Whom it acts for: one of the two.
  as_tenant_id text,
  as_provider_id text,
  external_id text NOT NULL,
  external_name text NOT NULL,
  rights text[] NOT NULL,
  features jsonb NOT NULL,
  titles jsonb,
  origins text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX embed_sessions_key ON embed_sessions (key_id, expires_at);
CREATE INDEX embed_sessions_expiry ON embed_sessions (expires_at);
CREATE INDEX embed_sessions_tenant ON embed_sessions (tenant_id);
CREATE INDEX embed_sessions_provider ON embed_sessions (provider_id);

ALTER TABLE api_keys ADD origins text[] NOT NULL DEFAULT '{}';
CREATE INDEX api_keys_origins ON api_keys USING gin (origins) WHERE revoked_at IS NULL;

CREATE TABLE tenant_origins (
  tenant_id text PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
  origins text[] NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX tenant_origins_origins ON tenant_origins USING gin (origins);

-- The person for whom a session of a key did something, and the titles that such a person made.
ALTER TABLE audit_entries ADD external_id text;
ALTER TABLE audit_entries ADD external_name text;
CREATE INDEX audit_entries_external ON audit_entries (key_id, external_id) WHERE external_id IS NOT NULL;
