-- KEY-07: people and groups as identity providers hand them over by SCIM 2.0 (decision 0166).
CREATE TABLE scim_users (
  scim_id text PRIMARY KEY,
  identity_provider_id text NOT NULL,
  user_name text NOT NULL,
  external_id text,
  display_name text,
  -- formatted, familyName, givenName.
  name jsonb NOT NULL,
  -- value, type, primary; in their order.
  emails jsonb NOT NULL,
  is_active boolean NOT NULL,
  -- The account that the groups of the person make; none where they make none yet.
  user_id text REFERENCES users ON DELETE SET NULL,
  -- Deleted ones stay, so that whoever comes back gets the account that was theirs.
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE UNIQUE INDEX scim_users_name ON scim_users (identity_provider_id, lower(user_name)) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX scim_users_user ON scim_users (user_id) WHERE deleted_at IS NULL;
CREATE INDEX scim_users_any_user ON scim_users (user_id);
CREATE INDEX scim_users_external ON scim_users (identity_provider_id, external_id);

CREATE TABLE scim_groups (
  scim_id text PRIMARY KEY,
  identity_provider_id text NOT NULL,
  display_name text NOT NULL,
  external_id text,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE UNIQUE INDEX scim_groups_name ON scim_groups (identity_provider_id, lower(display_name));

CREATE TABLE scim_members (
  group_id text NOT NULL REFERENCES scim_groups ON DELETE CASCADE,
  member_id text NOT NULL REFERENCES scim_users ON DELETE CASCADE,
  -- Of tenants the first group is the tenant that is acted for (ROLE-10).
  added_at bigint GENERATED ALWAYS AS IDENTITY,
  PRIMARY KEY (group_id, member_id)
);
CREATE INDEX scim_members_member ON scim_members (member_id, added_at);
