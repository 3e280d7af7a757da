-- Whom a logout token named and when it came, so that a sign-in that was under way meanwhile ends with it (KEY-04, decision 0168).

ALTER TABLE external_logouts ADD COLUMN subject text, ADD COLUMN sid text,
  ADD COLUMN received_at timestamptz NOT NULL DEFAULT now();

-- Which messages are due, and which are on their way, without a look at all that wait (HOOK-02).
CREATE INDEX webhook_messages_due ON webhook_messages (webhook_id, due_at, position) WHERE state = 'waiting';
CREATE INDEX webhook_messages_claimed ON webhook_messages (webhook_id) WHERE claimed_until IS NOT NULL;
