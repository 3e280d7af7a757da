-- KEY-02, KEY-06: the key and the person of a host that work in the background was asked for with.

ALTER TABLE title_jobs ADD behalf jsonb;
ALTER TABLE publishing_jobs ADD behalf jsonb;
ALTER TABLE batches ADD behalf jsonb;
