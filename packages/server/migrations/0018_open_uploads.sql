-- Open uploads are counted before another begins.
CREATE INDEX uploads_open ON uploads (title_tag) WHERE state = 'receiving';
