-- Addresses that are told what happens, what is sent there and what came back (HOOK-02 to HOOK-04, decision 0157).

CREATE TABLE webhooks (
  webhook_id text PRIMARY KEY,
  -- Null: the platform’s, which gets the events of all.
  tenant_id text REFERENCES tenants ON DELETE CASCADE,
  url text NOT NULL,
  description text NOT NULL,
  event_types text[] NOT NULL,
  is_active boolean NOT NULL,
  secret jsonb NOT NULL,
  former_secret jsonb,
  former_until timestamptz,
  switched_off text,
  -- When its owner was told of that.
  told_at timestamptz,
  failing_since timestamptz,
  delivered_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX webhooks_tenant ON webhooks (tenant_id);

CREATE TABLE webhook_messages (
  webhook_id text NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  position bigint NOT NULL REFERENCES event_log (position) ON DELETE CASCADE,
  -- What the event is about: one after another of the same.
  subject text NOT NULL,
  state text NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  claimed_until timestamptz,
  PRIMARY KEY (webhook_id, position)
);
CREATE INDEX webhook_messages_waiting ON webhook_messages (webhook_id, subject, position) WHERE state = 'waiting';
CREATE INDEX webhook_messages_event ON webhook_messages (position);

CREATE TABLE webhook_attempts (
  attempt_id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  webhook_id text NOT NULL,
  position bigint NOT NULL,
  at timestamptz NOT NULL,
  milliseconds integer NOT NULL,
  status integer,
  answer text NOT NULL,
  problem text,
  request jsonb NOT NULL,
  FOREIGN KEY (webhook_id, position) REFERENCES webhook_messages ON DELETE CASCADE
);
CREATE INDEX webhook_attempts_message ON webhook_attempts (webhook_id, position);
CREATE INDEX webhook_attempts_at ON webhook_attempts (at);
