-- KEY-05: people who sign in at an identity provider (decision 0160). Their accounts have no password.
ALTER TABLE users ALTER password_hash DROP NOT NULL;

-- Whom an identity provider knows by which name.
CREATE TABLE external_identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  signed_in_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX external_identities_user ON external_identities (user_id);

-- Sign-ins under way: each goes to the identity provider once, comes back once and is exchanged once.
CREATE TABLE external_sign_ins (
  -- Of the state, or of the name of a sign-in on another device.
  hash text PRIMARY KEY,
  identity_provider_id text NOT NULL,
  challenge text NOT NULL,
  loopback_port integer,
  -- What finishes it, then what has come back.
  sealed text NOT NULL,
  -- Of what is exchanged for tokens; it has come back then.
  code_hash text UNIQUE,
  returned_at timestamptz,
  -- Of what has come back, so that a logout there ends what isn't exchanged yet.
  issuer text,
  subject text,
  sid text,
  -- Of a sign-in on another device: when it may be asked about next, and the seconds between.
  next_poll_at timestamptz,
  poll_interval integer,
  expires_at timestamptz NOT NULL
);
CREATE INDEX external_sign_ins_expires ON external_sign_ins (expires_at);

-- What a sign-in of ours stands on there.
CREATE TABLE external_sessions (
  family text PRIMARY KEY,
  identity_provider_id text NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  sid text,
  -- Its refresh and ID token.
  sealed text NOT NULL,
  checked_at timestamptz NOT NULL
);
CREATE INDEX external_sessions_subject ON external_sessions (issuer, subject);

-- Logout tokens that have come, so that none counts twice.
CREATE TABLE external_logouts (
  issuer text NOT NULL,
  jti text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (issuer, jti)
);
