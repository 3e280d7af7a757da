-- I18N-03: what takes the place of a text of the catalogue. One that isn’t by number has a single form.
CREATE TABLE translations (
  key text PRIMARY KEY,
  one text,
  other text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
