-- SUBS-01: subscription packages of a tenant; each names at least one of its collections (SUBS-03, C-113).
CREATE TABLE subscription_packages (
  subs_package_id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  title text NOT NULL,
  description text NOT NULL,
  subscription_type text NOT NULL CHECK (subscription_type IN ('allinone', 'bundle')),
  collection_tags text[] NOT NULL CHECK (cardinality(collection_tags) > 0),
  pricing_table_id text NOT NULL,
  image_link text NOT NULL,
  is_active boolean NOT NULL DEFAULT false,
  activated_once boolean NOT NULL DEFAULT false,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX subscription_packages_of_tenant ON subscription_packages (tenant_id);
