-- Where a tenant with many titles is carried out in parts: the last title of the part before (decision 0059).
ALTER TABLE publishing_items ADD COLUMN reached text;
