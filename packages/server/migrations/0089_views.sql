-- Saved views of lists, and the order in which an account has them (decision 0121).

CREATE TABLE views (
  view_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The side on which it was saved; of the platform where both are null.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  provider_id text,
  list text NOT NULL,
  name text NOT NULL,
  address text NOT NULL,
  is_shared boolean NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX views_own ON views (user_id, list);
CREATE INDEX views_shared ON views (list, tenant_id, provider_id) WHERE is_shared;

CREATE TABLE view_orders (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  list text NOT NULL,
  view_ids text[] NOT NULL,
  PRIMARY KEY (user_id, list)
);
