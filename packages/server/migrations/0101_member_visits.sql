-- Decision 0139: the days (UTC) on which a site has let a member in, or given it a link that plays; what the site tells of its consent
-- to the terms. An erased member takes them along.
CREATE TABLE member_visits (
  user_id text NOT NULL REFERENCES members ON DELETE CASCADE,
  day date NOT NULL,
  has_signed_in boolean NOT NULL,
  PRIMARY KEY (user_id, day)
);
ALTER TABLE members ADD terms_version integer;
