-- COLL-01, COLL-15: collections of a tenant and the classes in them; one of a tenant is featured, one the class of the day.
CREATE TABLE collections (
  collection_tag text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  name text NOT NULL,
  description text NOT NULL,
  is_active boolean NOT NULL DEFAULT false,
  activated_once boolean NOT NULL DEFAULT false,
  is_featured boolean NOT NULL DEFAULT false,
  is_class_of_day boolean NOT NULL DEFAULT false,
  document_ids text[] NOT NULL DEFAULT '{}',
  display_order integer NOT NULL DEFAULT 0,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK (is_active OR NOT (is_featured OR is_class_of_day))
);
CREATE INDEX collections_of_tenant ON collections (tenant_id, display_order, collection_tag);
CREATE UNIQUE INDEX collections_featured ON collections (tenant_id) WHERE is_featured;
CREATE UNIQUE INDEX collections_class_of_day ON collections (tenant_id) WHERE is_class_of_day;

CREATE TABLE collection_items (
  collection_tag text NOT NULL REFERENCES collections ON DELETE CASCADE,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  place integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (collection_tag, title_tag)
);
CREATE INDEX collection_items_of_title ON collection_items (title_tag);
