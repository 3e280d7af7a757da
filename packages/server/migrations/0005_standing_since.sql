-- Since when each title and each trailer stands as it does, so that one that stands still is noticed.

ALTER TABLE titles
  ADD standing_since timestamptz(3) NOT NULL DEFAULT now(),
  ADD trailer_since timestamptz(3) NOT NULL DEFAULT now();

CREATE INDEX titles_trailer_open ON titles (tag)
  WHERE trailer_status IN (1, 9, 11) OR (trailer_web_key IS NOT NULL AND trailer_mobile_key IS NULL);
