-- C-146, LIVE-07: what Stripe tells of customers and their subscriptions; items of members are made of it (decision 0138).

-- An item whose source has an id of its own for it; others are known by title and product.
ALTER TABLE member_subscriptions ADD external_id text;
ALTER TABLE member_subscriptions DROP CONSTRAINT member_subscriptions_user_id_source_title_product_id_key;
CREATE UNIQUE INDEX member_subscriptions_named ON member_subscriptions (user_id, source, title, product_id)
  WHERE external_id IS NULL;
CREATE UNIQUE INDEX member_subscriptions_external ON member_subscriptions (user_id, source, external_id)
  WHERE external_id IS NOT NULL;
CREATE INDEX member_subscriptions_of_customer ON member_subscriptions (crm_user_id) WHERE external_id IS NOT NULL;
CREATE INDEX members_email ON members (tenant_id, lower(email));

-- Deliveries that were taken, so that one that comes again does nothing; kept as long as Stripe sends again.
CREATE TABLE stripe_events (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  event_id text NOT NULL,
  type text NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, event_id)
);
CREATE INDEX stripe_events_received ON stripe_events (received_at);

-- A customer of the tenant’s at Stripe, and the member that it is; without one its items wait. An erased member takes it along.
CREATE TABLE stripe_customers (
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  customer_id text NOT NULL,
  external_user_id text,
  -- In small letters.
  email text,
  user_id text REFERENCES members ON DELETE CASCADE,
  items integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant_id, customer_id)
);
CREATE INDEX stripe_customers_external ON stripe_customers (tenant_id, external_user_id);
CREATE INDEX stripe_customers_email ON stripe_customers (tenant_id, email);
CREATE INDEX stripe_customers_member ON stripe_customers (user_id);

-- What is known of each thing at Stripe: what its newest event says, in the order of Stripe’s clock.
CREATE TABLE stripe_objects (
  tenant_id text NOT NULL,
  object_id text NOT NULL,
  customer_id text NOT NULL,
  kind text NOT NULL,
  facts jsonb NOT NULL,
  is_final boolean NOT NULL,
  said_at timestamptz NOT NULL,
  rank smallint NOT NULL,
  event_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, object_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES stripe_customers ON DELETE CASCADE
);
CREATE INDEX stripe_objects_of_customer ON stripe_objects (tenant_id, customer_id);
