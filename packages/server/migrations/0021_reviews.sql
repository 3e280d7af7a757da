-- REVIEW-01: what members wrote about titles, on which site.
CREATE TABLE reviews (
  review_id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  user_name text NOT NULL,
  rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
  comment text NOT NULL DEFAULT '',
  written_at timestamptz(3) NOT NULL
);
CREATE INDEX reviews_in_order ON reviews (written_at DESC, review_id DESC);
CREATE INDEX reviews_of_tenant ON reviews (tenant_id, written_at DESC, review_id DESC);
CREATE INDEX reviews_of_title ON reviews (title_tag);
