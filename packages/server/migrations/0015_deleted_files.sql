-- Finds the deleted titles whose files still wait to be removed.
CREATE INDEX titles_deleted_files ON titles (updated_at)
  WHERE is_delete AND num_nonnulls(source_key, stream_key, trailer_source_key, trailer_web_key, trailer_mobile_key) > 0;
