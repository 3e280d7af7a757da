-- What several servers of one platform share (OPS-06, decision 0180): the fingerprints of their secrets, which have to be the same, and
-- the attempts that rate limits count. Of the latter nothing is lost that anybody would miss, so it isn't written twice.

CREATE TABLE secret_fingerprints (
  name text PRIMARY KEY,
  fingerprint text NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);

CREATE UNLOGGED TABLE rate_limits (
  key text PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE INDEX rate_limits_expire ON rate_limits (expire);
