-- People, tenants, providers, channels, categories and the three taxonomies.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE tenants (
  tenant_id text PRIMARY KEY,
  name text NOT NULL,
  customer_number text NOT NULL,
  email text,
  time_zone jsonb NOT NULL,
  language_codes text[] NOT NULL DEFAULT '{}',
  language_tag text NOT NULL,
  activated_products text[] NOT NULL DEFAULT '{}',
  is_provider_active boolean NOT NULL DEFAULT false,
  media_platform smallint NOT NULL DEFAULT 0 CHECK (media_platform IN (0, 1)),
  audio_normalize boolean NOT NULL DEFAULT false,
  connect text CHECK (connect IN ('ondemand', 'live', 'both', 'none')),
  is_bulk_upload_enabled boolean NOT NULL DEFAULT false,
  site_source_type text NOT NULL DEFAULT 'fac' CHECK (site_source_type IN ('sub', 'fac', 'sso')),
  is_platform_owned_categories boolean NOT NULL DEFAULT true,
  is_rich_text_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);

CREATE TABLE providers (
  tag text PRIMARY KEY,
  name text NOT NULL,
  display_name text NOT NULL,
  email text NOT NULL,
  phone_number text,
  contact text NOT NULL DEFAULT '',
  media_platform smallint NOT NULL DEFAULT 0 CHECK (media_platform IN (0, 1)),
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  is_tenant_provider boolean NOT NULL DEFAULT false,
  stage1_encode boolean NOT NULL DEFAULT false,
  is_bulk_upload_enabled boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK (is_tenant_provider = (tenant_id IS NOT NULL))
);
CREATE UNIQUE INDEX providers_email ON providers (lower(email));
CREATE UNIQUE INDEX providers_tenant ON providers (tenant_id);

CREATE TABLE users (
  user_id text PRIMARY KEY,
  email text NOT NULL,
  display_name text NOT NULL,
  role smallint NOT NULL CHECK (role BETWEEN 0 AND 3),
  password_hash text NOT NULL,
  provider_tag text REFERENCES providers ON DELETE CASCADE,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  CHECK ((role = 1) = (provider_tag IS NOT NULL))
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

CREATE TABLE user_tenants (
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (user_id, tenant_id)
);

CREATE TABLE refresh_tokens (
  hash text PRIMARY KEY,
  family text NOT NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX refresh_tokens_family ON refresh_tokens (family);
CREATE INDEX refresh_tokens_expires ON refresh_tokens (expires_at);

CREATE TABLE channels (
  tag text PRIMARY KEY,
  name text NOT NULL,
  display_name text NOT NULL,
  description text NOT NULL DEFAULT '',
  provider_tag text NOT NULL REFERENCES providers,
  in_club boolean NOT NULL DEFAULT false,
  app_and_web boolean NOT NULL DEFAULT false,
  hotel boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  media_space_image_url text,
  profile_image_url text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX channels_provider ON channels (provider_tag);

CREATE TABLE channel_tenants (
  channel_tag text NOT NULL REFERENCES channels ON DELETE CASCADE,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  PRIMARY KEY (channel_tag, tenant_id)
);
CREATE INDEX channel_tenants_tenant ON channel_tenants (tenant_id);

CREATE TABLE categories (
  category_id text PRIMARY KEY,
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  name jsonb NOT NULL,
  description jsonb NOT NULL,
  is_promoted boolean NOT NULL DEFAULT false,
  image_link text,
  banner_image_link text,
  display_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX categories_tenant ON categories (tenant_id);

CREATE TABLE sub_categories (
  sub_category_id text PRIMARY KEY,
  category_id text NOT NULL REFERENCES categories ON DELETE CASCADE,
  name jsonb NOT NULL,
  is_promoted boolean NOT NULL DEFAULT false,
  display_order integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX sub_categories_category ON sub_categories (category_id);

CREATE TABLE taxonomies (
  id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('label', 'focusarea', 'equipment')),
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  name jsonb NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX taxonomies_kind_tenant ON taxonomies (kind, tenant_id);
