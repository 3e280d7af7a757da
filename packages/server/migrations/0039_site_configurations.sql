-- SITE-01, SITE-06: each configuration is one row; a tenant has one of a type, a network and a store, and any number of custom links.

CREATE TABLE site_configurations (
  tag text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  configuration_type text NOT NULL,
  sub_type text NOT NULL DEFAULT '',
  display_order integer NOT NULL DEFAULT 0,
  settings jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE UNIQUE INDEX site_configurations_once ON site_configurations (tenant_id, configuration_type, sub_type)
  WHERE configuration_type <> 'custom';
CREATE INDEX site_configurations_of_tenant ON site_configurations (tenant_id, configuration_type, display_order);
