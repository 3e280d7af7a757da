-- C-71: batches of members beside those of titles, each kind one at a time, and what became of every row of theirs.

ALTER TABLE batches
  ADD kind text NOT NULL DEFAULT 'titles' CHECK (kind IN ('titles', 'members')),
  ADD done_rows integer NOT NULL DEFAULT 0,
  ADD bad_rows integer NOT NULL DEFAULT 0,
  ADD last_row integer NOT NULL DEFAULT 0;
DROP INDEX batches_one_at_a_time;
-- BULK-04: an owner has one batch of a kind that is being worked on.
CREATE UNIQUE INDEX batches_one_at_a_time ON batches (kind, (coalesce('t:' || tenant_id, 'p:' || provider_id)))
  WHERE is_working;

CREATE TABLE member_import_rows (
  batch_id text NOT NULL REFERENCES batches ON DELETE CASCADE,
  row integer NOT NULL,
  -- Empty once the member is erased.
  external_user_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('added', 'updated', 'unchanged', 'refused')),
  problem text NOT NULL,
  PRIMARY KEY (batch_id, row)
);
CREATE INDEX member_import_rows_member ON member_import_rows (external_user_id);
CREATE INDEX members_newest ON members (tenant_id, created_at DESC, user_id DESC);

-- An import changes what an import has written, and no item that another source keeps.
ALTER TABLE member_subscriptions DROP CONSTRAINT member_subscriptions_user_id_title_product_id_key;
ALTER TABLE member_subscriptions ADD UNIQUE (user_id, source, title, product_id);
