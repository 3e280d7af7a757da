-- Whom a logout token named and when it came, so that a sign-in that was under way meanwhile ends with it (KEY-04, decision 0168).

ALTER TABLE external_logouts ADD COLUMN subject text, ADD COLUMN sid text,
  ADD COLUMN received_at timestamptz NOT NULL DEFAULT now();
