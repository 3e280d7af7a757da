-- Formatted descriptions are found by their words: "strong" isn't one for being bold. Rows that are there have none, so their
-- texts needn't be made again.

CREATE OR REPLACE FUNCTION title_search_text(name text, description text, instructor text, keywords text[], tag text)
  RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT lower(concat_ws(' ', name,
    CASE WHEN description ~ '<[a-z/]' THEN
      replace(replace(replace(
        regexp_replace(regexp_replace(description, '</?(strong|em|u|a)( [^>]*)?>', '', 'g'), '<[^>]*>', ' ', 'g'),
        '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
    ELSE description END,
    instructor, array_to_string(keywords, ' '), tag)) $$;
