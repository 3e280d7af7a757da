-- A title needs equipment to be complete (TITLE-03), and a provider's can only have the platform's, which no screen adds
-- (META-10 is for tenants): without this one, a provider on an empty platform could publish nothing.
-- Its name is one that tenants hardly use themselves: two of one name are ambiguous in a catalogue.

INSERT INTO taxonomies (id, kind, tenant_id, name)
SELECT 'equipment-none', 'equipment', NULL,
  '{"en-US": "Body weight only", "en-GB": "Body weight only", "de-DE": "Nur Körpergewicht", "fr-FR": "Poids du corps"}'::jsonb
WHERE NOT EXISTS (SELECT 1 FROM taxonomies WHERE kind = 'equipment' AND tenant_id IS NULL)
ON CONFLICT (id) DO NOTHING;
