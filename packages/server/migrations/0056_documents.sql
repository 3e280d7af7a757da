-- DOC-01, API-115: PDFs of a tenant, and the titles that show them; collections name theirs themselves (COLL-13).
CREATE TABLE documents (
  document_id text PRIMARY KEY,
  tenant_id text NOT NULL REFERENCES tenants ON DELETE CASCADE,
  title text NOT NULL,
  description text NOT NULL,
  document_name text NOT NULL,
  is_active boolean NOT NULL,
  blob_key text NOT NULL,
  size integer NOT NULL,
  pages integer NOT NULL,
  digest text NOT NULL,
  preview_link text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text
);
CREATE INDEX documents_of_tenant ON documents (tenant_id, document_id);
CREATE INDEX documents_blob ON documents (blob_key);

CREATE TABLE document_titles (
  document_id text NOT NULL REFERENCES documents ON DELETE CASCADE,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by text,
  PRIMARY KEY (document_id, title_tag)
);
CREATE INDEX document_titles_of_title ON document_titles (title_tag);
