-- Pictures of the last day are counted before another is taken.
CREATE INDEX audit_entries_images ON audit_entries (at) WHERE noun = 'images';
