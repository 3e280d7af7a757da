-- A pair of keys of each webhook that signs by ed25519 (v1a) beside its secret; one that was added before has it with its next rotation (HOOK-02, decision 0163).

ALTER TABLE webhooks ADD COLUMN public_key text, ADD COLUMN private_key jsonb, ADD COLUMN former_private_key jsonb;
