/** Settle a claim: after its handler has ended, or by a person's statement. */
export const claimFunctions = `
  CREATE FUNCTION $schema.settle(p_seq bigint, p_effect text, p_sealed_by text, p_sealed bytea, p_now bigint)
  RETURNS boolean LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint := $schema.at(p_now);
  BEGIN
    UPDATE $schema.replays SET settled_at = decided_at, effect = p_effect, sealed_by = p_sealed_by, sealed = p_sealed,
      expires_at = CASE WHEN p_effect = 'unknown' THEN 9007199254740991 ELSE decided_at + retention_ms END
      WHERE seq = p_seq;
    IF FOUND THEN RETURN true; END IF;
    INSERT INTO $schema.possible_duplicates VALUES (p_seq, decided_at);
    RETURN false;
  END
  $$;

  -- Settles or frees a lost claim by a person's statement, if it is still as it was read.
  CREATE FUNCTION $schema.resolve(
    p_seq bigint, p_applied boolean, p_sealed_by text, p_sealed bytea, p_started_at bigint, p_settled_at bigint,
    p_now bigint
  ) RETURNS boolean LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM 1 FROM $schema.tokens WHERE claim = p_seq FOR UPDATE;
    PERFORM 1 FROM $schema.replays WHERE seq = p_seq AND started_at IS NOT DISTINCT FROM p_started_at
      AND settled_at IS NOT DISTINCT FROM p_settled_at FOR UPDATE;
    IF NOT FOUND THEN RETURN false; END IF;
    IF p_applied THEN
      RETURN $schema.settle(p_seq, 'applied', p_sealed_by, p_sealed, p_now);
    END IF;
    DELETE FROM $schema.replays WHERE seq = p_seq;
    UPDATE $schema.tokens SET consumed_at = NULL, claim = NULL WHERE claim = p_seq;
    RETURN true;
  END
  $$;
`;
