-- One value that is another after every change of a name that titles show, so that names can be held in memory (decision 0016).

CREATE TABLE names_version (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  version uuid NOT NULL DEFAULT gen_random_uuid()
);
INSERT INTO names_version DEFAULT VALUES;

CREATE FUNCTION names_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE names_version SET version = gen_random_uuid();
  RETURN NULL;
END $$;

CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON categories
  FOR EACH STATEMENT EXECUTE FUNCTION names_changed();
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON sub_categories
  FOR EACH STATEMENT EXECUTE FUNCTION names_changed();
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON channels
  FOR EACH STATEMENT EXECUTE FUNCTION names_changed();
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON providers
  FOR EACH STATEMENT EXECUTE FUNCTION names_changed();
CREATE TRIGGER names_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON taxonomies
  FOR EACH STATEMENT EXECUTE FUNCTION names_changed();
