-- Decision 0120: members that staff turns off, corrects and gives items by hand, and reports that are mailed every month. Days off are
-- whole UTC days; those of a member that is off now have no end.

ALTER TABLE members
  ADD disabled_at timestamptz,
  ADD corrected text[] NOT NULL DEFAULT '{}';
ALTER TABLE member_subscriptions ADD is_corrected boolean NOT NULL DEFAULT false;
CREATE TABLE member_off_days (
  user_id text NOT NULL REFERENCES members ON DELETE CASCADE,
  off_from date NOT NULL,
  off_to date NOT NULL DEFAULT 'infinity',
  PRIMARY KEY (user_id, off_from)
);
ALTER TABLE member_import_rows DROP CONSTRAINT member_import_rows_state_check;
ALTER TABLE member_import_rows ADD CONSTRAINT member_import_rows_state_check
  CHECK (state IN ('added', 'updated', 'unchanged', 'kept', 'refused'));

CREATE TABLE report_subscriptions (
  subscription_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users ON DELETE CASCADE,
  type text NOT NULL,
  -- Null for every tenant.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  -- The month of the last mail, as 2026-11; the one in which it was made needs none.
  mailed_month text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE UNIQUE INDEX report_subscriptions_once ON report_subscriptions (user_id, type, (coalesce(tenant_id, '')));
