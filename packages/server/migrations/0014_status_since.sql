-- The name that the code has for it.
ALTER TABLE titles RENAME standing_since TO status_since;
