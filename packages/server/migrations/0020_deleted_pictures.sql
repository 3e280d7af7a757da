-- The cover of a deleted title goes with its files: while the row names it, it is kept.
DROP INDEX titles_deleted_files;
CREATE INDEX titles_deleted_files ON titles (updated_at)
  WHERE is_delete AND num_nonnulls(source_key, stream_key, trailer_source_key, trailer_web_key, trailer_mobile_key, image_link) > 0;
