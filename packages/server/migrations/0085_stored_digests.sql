-- OPS-02: what stored files came to when they were stored or first read, those that were read again and are damaged, and how far
-- the patrol that reads them has come: `tag` is done, of `key` the pieces whose digests stand here, read a second time where
-- `is_again`, and so many turns have ended there. What is known of a file is of the key beside it: a server of the version before
-- may give a title another one. Nothing here rewrites a table; both are locked in the order in which reads of captions take them.

LOCK TABLE captions, titles;
ALTER TABLE titles
  ADD stream_digest text,
  ADD stream_digest_key text,
  ADD trailer_bytes bigint,
  ADD trailer_digest text,
  ADD trailer_digest_key text,
  ADD damaged_keys text[] NOT NULL DEFAULT '{}';
CREATE INDEX titles_damaged ON titles (tag) WHERE damaged_keys <> '{}';
ALTER TABLE captions
  ADD digest_key text,
  ADD bytes bigint,
  ADD digest text,
  ADD first_start double precision,
  ADD last_start double precision;
CREATE TABLE patrol (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  tag text NOT NULL DEFAULT '',
  key text NOT NULL DEFAULT '',
  digests bytea NOT NULL DEFAULT '',
  is_again boolean NOT NULL DEFAULT false,
  turns integer NOT NULL DEFAULT 0,
  next_round timestamptz NOT NULL DEFAULT now()
);
INSERT INTO patrol DEFAULT VALUES;
