-- Finished streams by what they were made from and how, so that the same content of the same owner is made once.

CREATE TABLE made_streams (
  stream_key text PRIMARY KEY,
  title_tag text NOT NULL REFERENCES titles ON DELETE CASCADE,
  made_of text NOT NULL,
  duration_second integer NOT NULL,
  frame_link text
);
CREATE INDEX made_streams_made_of ON made_streams (made_of);
CREATE INDEX made_streams_title ON made_streams (title_tag);
