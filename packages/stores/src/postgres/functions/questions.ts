/** Asks for a call, comparing what `judgeEarlier` compares. Only rows that the caller can open are shared. */
export const questionFunctions = `
  -- Asks for a call: passes a decision about the same call on, or issues a token. Calls that ask for the same thing at
  -- the same moment follow each other, so that one of them issues the token that all of them share.
  CREATE FUNCTION $schema.ask(
    p_digest text, p_principal text, p_operation text, p_arguments text, p_call text, p_reasons text, p_expires_at bigint,
    p_shared boolean, p_opens text[], p_sealed_by text, p_sealed bytea, p_most bigint, p_now bigint
  ) RETURNS TABLE (issued bigint, token $schema.tokens) LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(
      hashtextextended(concat_ws(chr(31), '$schema', p_principal, p_operation, p_arguments), 0));
    decided_at := $schema.at(p_now);
    SELECT * INTO token FROM $schema.tokens t
      WHERE t.found_by_call AND t.arguments_digest = p_arguments AND t.principal = p_principal
        AND t.operation = p_operation AND t.expires_at > decided_at
        AND (t.approved_at IS NOT NULL OR t.denied_at IS NOT NULL OR p_shared AND t.sealed_by = ANY (p_opens))
      ORDER BY t.approved_at IS NULL, t.denied_at IS NULL, t.seq LIMIT 1;
    IF token.seq IS NULL THEN
      INSERT INTO $schema.tokens
        (digest, principal, operation, arguments_digest, call_digest, reasons, issued_at, expires_at, found_by_call, shared,
          sealed_by, sealed)
        VALUES (p_digest, p_principal, p_operation, p_arguments, p_call, p_reasons, decided_at, p_expires_at, p_shared,
          p_shared, p_sealed_by, p_sealed)
        RETURNING seq INTO issued;
      DELETE FROM $schema.tokens t WHERE t.seq IN (
        SELECT o.seq FROM $schema.tokens o WHERE o.seq <= issued - p_most FOR UPDATE SKIP LOCKED
      );
    END IF;
    RETURN NEXT;
  END
  $$;
`;
