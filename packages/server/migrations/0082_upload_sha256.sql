-- What an upload's bytes came to when they were read from the disk, before its title counts as stored.
ALTER TABLE uploads ADD sha256 text;
