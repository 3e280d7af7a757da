-- Indexes by what was measured on a million titles (decision 0006).

DROP INDEX titles_created, titles_name, titles_tenant, titles_provider, titles_channel, titles_category, titles_status;

CREATE INDEX titles_created ON titles (created_at, tag) INCLUDE (status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids) WHERE NOT is_delete;
-- The name itself only so that the planner takes its expression from the index.
CREATE INDEX titles_name ON titles (lower(class_name), tag) INCLUDE (class_name, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids) WHERE NOT is_delete;

-- Not partial: PostgreSQL never combines two indexes that share a predicate.
CREATE INDEX titles_tenant ON titles (tenant_id, created_at, tag) INCLUDE (is_delete, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids);
CREATE INDEX titles_provider ON titles (provider_id, created_at, tag) INCLUDE (is_delete, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids);
CREATE INDEX titles_channel ON titles (channel_id, created_at, tag) INCLUDE (is_delete);
CREATE INDEX titles_category ON titles (class_category_id, created_at, tag) INCLUDE (is_delete);
CREATE INDEX titles_sub_category ON titles (class_sub_category_id, created_at, tag) INCLUDE (is_delete);
CREATE INDEX titles_status ON titles (status, created_at, tag) INCLUDE (is_delete);
CREATE INDEX titles_language ON titles (class_language_code) INCLUDE (is_delete);
CREATE INDEX titles_content_type ON titles (content_type) INCLUDE (is_delete);
CREATE INDEX titles_skill ON titles (skill) INCLUDE (is_delete);
CREATE INDEX titles_intensity ON titles (intensity) INCLUDE (is_delete);
CREATE INDEX titles_duration ON titles (duration_second) INCLUDE (is_delete);
CREATE INDEX titles_external ON titles (external_id) INCLUDE (is_delete);

-- How often a word occurs is estimated from samples of the text: more of them, better estimates.
ALTER TABLE titles ALTER search_text SET STATISTICS 1000;
