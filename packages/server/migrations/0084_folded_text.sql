-- Text as it is searched and ordered, whatever the collation of the database (decision 0083). `kinora_fold` is `fold` of core; a
-- test compares them letter by letter. ICU is named for its small letters alone, as other lists name it for their order. Functions
-- that call others have bodies that are bound when they are made, so that a dump can be restored under any search path.

CREATE FUNCTION kinora_fold_letters(given text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
DECLARE
  folded text := lower(regexp_replace(normalize(given, NFKD) COLLATE "C",
    '[\u00ad\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u115f\u1160\u17b4\u17b5\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u2de0-\u2dff\ua66f\ua674-\ua67d\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\U000e0000-\U000e0fff]+',
    '', 'g') COLLATE "und-x-icu");
BEGIN
  IF octet_length(folded) = length(folded) THEN
    RETURN folded;
  END IF;
  IF folded COLLATE "C" ~ '[ßæœþıȷςłđðøħŧŋ‘’‛ʼʻ“”„‐‒–—−]' THEN
    folded := translate(replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
      'ıȷςłđðøħŧŋ‘’‛ʼʻ“”„‐‒–—−', 'ijσlddohtn''''''''''"""-----');
  END IF;
  RETURN normalize(folded, NFC);
END $$;

CREATE FUNCTION kinora_fold(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN octet_length(given) = length(given) THEN lower(given COLLATE "C")
    ELSE kinora_fold_letters(given) COLLATE "C" END;

-- Numbers of up to 12 digits stand by their value: Day 2 before Day 10.
CREATE FUNCTION kinora_numbers(given text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN given COLLATE "C" ~ '[0-9]' THEN regexp_replace(
    regexp_replace(given COLLATE "C", '([0-9]+)', '00000000000\1', 'g'), '0*([0-9]{12})(?![0-9])', '\1', 'g')
    ELSE given END;

DROP INDEX titles_name;
ALTER TABLE titles DROP search_text;

CREATE OR REPLACE FUNCTION title_search_text(name text, description text, instructor text, keywords text[], tag text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN kinora_fold(concat_ws(' ', name,
    CASE WHEN description ~ '<[a-z/]' THEN
      replace(replace(replace(
        regexp_replace(regexp_replace(description, '</?(strong|em|u|a)( [^>]*)?>', '', 'g'), '<[^>]*>', ' ', 'g'),
        '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
    ELSE description END,
    instructor, array_to_string(keywords, ' '), tag));

ALTER TABLE titles
  ADD search_text text COLLATE "C" GENERATED ALWAYS AS
    (title_search_text(class_name, class_description, instructor, keywords, tag)) STORED,
  ADD sort_name text COLLATE "C" GENERATED ALWAYS AS (kinora_numbers(kinora_fold(class_name))) STORED;
CREATE INDEX titles_search ON titles USING gin (search_text gin_trgm_ops);
ALTER TABLE titles ALTER search_text SET STATISTICS 1000;
CREATE INDEX titles_name ON titles (sort_name, tag) INCLUDE (class_name, status, content_type, skill, intensity, duration_second, class_language_code, class_category_id,
  class_sub_category_id, channel_id, provider_id, tenant_id, equipment_ids, focus_area_ids, label_ids) WHERE NOT is_delete AND NOT is_event;

CREATE FUNCTION member_search_text(name text, email text, external_user_id text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN kinora_fold(concat_ws(' ', name, email, external_user_id));
ALTER TABLE members ADD search_text text COLLATE "C" GENERATED ALWAYS AS
  (member_search_text(name, email, external_user_id)) STORED;
CREATE INDEX members_search ON members USING gin (search_text gin_trgm_ops);
