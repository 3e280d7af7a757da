-- FAV-01: the titles that a tenant has among its favourites.
CREATE TABLE favourites (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (tenant_id, title_tag)
);
CREATE INDEX favourites_of_title ON favourites (title_tag);
