-- C-150, decision 0118: from which day to which a series takes place, what differs on single days, and what it goes on with.

ALTER TABLE events
  ADD starts_on text,
  ADD ends_on text,
  ADD exceptions jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(exceptions) = 'object'),
  ADD continues text REFERENCES events ON DELETE SET NULL;
CREATE INDEX events_continuing ON events (continues) WHERE continues IS NOT NULL;
