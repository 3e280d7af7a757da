-- TERMS-06, TERMS-07: a row for each language of a version; versions stay, so nothing in a row ever changes.

CREATE TABLE terms (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  version integer NOT NULL,
  language_code text NOT NULL,
  title text NOT NULL,
  file_name text NOT NULL,
  size integer NOT NULL,
  digest text NOT NULL,
  blob_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (tenant_id, version, language_code)
);
