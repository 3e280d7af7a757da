-- Sign-ins and refusals are entries of the noun `session`, with the address they came from. The indexes serve the audit log:
-- the newest first, of all, of a person, of a noun, of a tenant, and of one kind of session entry.

ALTER TABLE audit_entries ADD COLUMN address text;
CREATE INDEX audit_entries_at ON audit_entries (at, id);
CREATE INDEX audit_entries_user ON audit_entries (user_id, at, id);
CREATE INDEX audit_entries_noun ON audit_entries (noun, at, id);
CREATE INDEX audit_entries_tenant ON audit_entries (tenant_id, at, id);
CREATE INDEX audit_entries_session ON audit_entries (verb, at, id) WHERE noun = 'session';
