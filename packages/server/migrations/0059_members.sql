-- C-115: members of a tenant's site, apart from staff's accounts, and what each has subscribed to (B-22).
CREATE TABLE members (
  user_id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  external_user_id text NOT NULL,
  name text NOT NULL,
  email text NOT NULL,
  last_accessed_at timestamptz,
  last_login_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  UNIQUE (tenant_id, external_user_id)
);

CREATE TABLE member_subscriptions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES members ON DELETE CASCADE,
  title text NOT NULL,
  status text NOT NULL,
  external_status text,
  source text NOT NULL,
  product_id text NOT NULL DEFAULT '',
  plan_id text,
  price text,
  start_date date,
  end_date date,
  trial_start date,
  trial_end date,
  cancelled_dates date[] NOT NULL DEFAULT '{}',
  crm_source text,
  crm_user_id text,
  discount_code text,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text,
  UNIQUE (user_id, title, product_id)
);
