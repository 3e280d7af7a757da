-- Decision 0122: an audit entry keeps what its row was called, and is found by it when the row is gone. Entries of before get it
-- from the row when they are read.

ALTER TABLE audit_entries ADD row_name text;
CREATE INDEX audit_entries_name ON audit_entries USING gin (kinora_fold(row_name) gin_trgm_ops) WHERE row_name IS NOT NULL;
