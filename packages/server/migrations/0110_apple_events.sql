-- C-146, LIVE-07: what the App Store tells of purchases; items of members are made of it, as of what Stripe tells (decision 0150).

-- Notifications that were taken, so that one that comes again does nothing; kept as long as the App Store sends again.
CREATE TABLE apple_events (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  event_id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX apple_events_received ON apple_events (received_at);

-- A subscription by its original transaction, and the member whose it is; without one its item waits. An erased member takes it along.
CREATE TABLE apple_customers (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  customer_id text NOT NULL,
  -- The app’s account token, in small letters: the site’s own id of the member, or the platform’s.
  account_token text,
  user_id text REFERENCES members ON DELETE CASCADE,
  items integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, customer_id)
);
CREATE INDEX apple_customers_token ON apple_customers (tenant_id, account_token);
CREATE INDEX apple_customers_member ON apple_customers (user_id);

-- The newest word on each transaction, and on how its subscription stands, by the App Store’s clock.
CREATE TABLE apple_objects (
  tenant_id text NOT NULL,
  object_id text NOT NULL,
  customer_id text NOT NULL,
  kind text NOT NULL,
  facts jsonb NOT NULL,
  said_at timestamptz NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, object_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES apple_customers ON DELETE CASCADE
);
CREATE INDEX apple_objects_of_customer ON apple_objects (tenant_id, customer_id);
