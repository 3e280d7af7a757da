-- How large a title's stream was when it was made: one that was cut since is told from it.
ALTER TABLE titles ADD stream_bytes bigint;
