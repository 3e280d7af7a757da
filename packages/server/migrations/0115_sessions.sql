-- KEY-04: what a person knows a sign-in by: when it began, and with which program and from where it goes on.

ALTER TABLE refresh_tokens ADD started_at timestamptz;
ALTER TABLE refresh_tokens ADD client text;
ALTER TABLE refresh_tokens ADD address text;
UPDATE refresh_tokens t SET started_at = (SELECT min(issued_at) FROM refresh_tokens o WHERE o.family = t.family);
ALTER TABLE refresh_tokens ALTER started_at SET NOT NULL;
CREATE INDEX refresh_tokens_user ON refresh_tokens (user_id);
