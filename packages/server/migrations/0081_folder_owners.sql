-- Who works on a data folder: the latest start. Servers that share a database have a folder, and a row, each.

CREATE TABLE folder_owners (
  folder text PRIMARY KEY,
  owner text NOT NULL,
  epoch integer NOT NULL DEFAULT 1,
  since timestamptz NOT NULL DEFAULT now()
);
