-- Beside the digest of the chunk digests; empty for files stored before, until they are processed again.
ALTER TABLE titles ADD COLUMN file_sha256 text;
