-- Web and app settings of tenants, B-11 and B-12: read and written as a whole, and never searched.

CREATE TABLE web_settings (
  tenant_id text PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
  settings jsonb NOT NULL,
  secrets jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);

CREATE TABLE app_settings (
  tenant_id text PRIMARY KEY REFERENCES tenants ON DELETE CASCADE,
  settings jsonb NOT NULL,
  secrets jsonb NOT NULL DEFAULT '{}',
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
