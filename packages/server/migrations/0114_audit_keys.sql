-- KEY-02: the key that something was done with, on behalf of its maker.

ALTER TABLE audit_entries ADD key_id text;
ALTER TABLE audit_entries ADD key_name text;
