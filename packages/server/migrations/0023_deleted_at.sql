-- When a title was deleted: later writes of the platform, such as a label that goes, must not lengthen its 30 days.
ALTER TABLE titles ADD deleted_at timestamptz(3);
UPDATE titles SET deleted_at = updated_at WHERE is_delete;
CREATE INDEX titles_deleted ON titles (deleted_at, tag) WHERE is_delete;
DROP INDEX titles_deleted_files;
CREATE INDEX titles_deleted_files ON titles (deleted_at)
  WHERE is_delete AND num_nonnulls(source_key, stream_key, trailer_source_key, trailer_web_key, trailer_mobile_key, image_link) > 0;
