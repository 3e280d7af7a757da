-- Where the files of this platform lie, so that it never starts on another place by mistake (OPS-05, decision 0175). The id stands
-- in the store, too: a bucket that is another one of the same name isn't taken for it. It is here before it is there: a first start
-- that is killed between the two goes on.

CREATE TABLE files_place (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  id uuid NOT NULL,
  place text NOT NULL,
  is_marked boolean NOT NULL DEFAULT false
);
