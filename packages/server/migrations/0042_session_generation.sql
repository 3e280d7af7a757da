-- Access tokens name the generation of sessions that they belong to; a new password begins another (C-99).

ALTER TABLE users ADD COLUMN session_generation integer NOT NULL DEFAULT 0;
CREATE INDEX refresh_tokens_of_user ON refresh_tokens (user_id) WHERE revoked_at IS NULL;
