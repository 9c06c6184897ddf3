/**
 * `redeem` redeems a token, and answers with its row as it was before. Of many who ask one finds the row unused when
 * its turn to change it comes; what is compared is what `judgeToken` compares. A token that is used is only looked
 * at: no lock and no write for those who come too late.
 *
 * `ask` is for a call without a token, and judges its earlier tokens as `judgeEarlier` does. Those who ask for the
 * same call at the same moment follow each other, so that one of them uses an approval up and one of them issues the
 * token that all of them share. Only rows that the caller can open are shared.
 */
export const tokenFunctions = `
  CREATE FUNCTION $schema.redeem(
    p_seq bigint, p_digest text, p_principal text, p_operation text, p_arguments text, p_suffices boolean,
    p_now bigint
  ) RETURNS TABLE (decided_at bigint, redeemed boolean, token $schema.tokens) LANGUAGE plpgsql AS $$
  BEGIN
    SELECT * INTO token FROM $schema.tokens t WHERE t.seq = p_seq AND t.digest = p_digest;
    IF NOT FOUND THEN RETURN; END IF;
    decided_at := $schema.at(p_now);
    redeemed := false;
    IF token.consumed_at IS NULL THEN
      UPDATE $schema.tokens t SET consumed_at = decided_at, found_by_call = false
        WHERE t.seq = p_seq AND t.consumed_at IS NULL AND t.denied_at IS NULL AND t.expires_at > decided_at
          AND t.principal = p_principal AND t.operation = p_operation AND t.arguments_digest = p_arguments
          AND (p_suffices OR t.approved_at IS NOT NULL);
      redeemed := FOUND;
      IF NOT redeemed THEN
        SELECT * INTO token FROM $schema.tokens t WHERE t.seq = p_seq;
      END IF;
    END IF;
    RETURN NEXT;
  END
  $$;

  CREATE FUNCTION $schema.ask(
    p_digest text, p_principal text, p_operation text, p_arguments text, p_reasons text, p_expires_at bigint,
    p_shared boolean, p_opens text[], p_sealed_by text, p_sealed bytea, p_most bigint, p_now bigint
  ) RETURNS TABLE (redeemed boolean, issued bigint, token $schema.tokens) LANGUAGE plpgsql AS $$
  DECLARE
    decided_at bigint;
  BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), '$schema', p_principal, p_operation, p_arguments), 0));
    decided_at := $schema.at(p_now);
    redeemed := false;
    LOOP
      SELECT * INTO token FROM $schema.tokens t
        WHERE t.found_by_call AND t.arguments_digest = p_arguments AND t.principal = p_principal
          AND t.operation = p_operation AND t.expires_at > decided_at
          AND (t.approved_at IS NOT NULL OR t.denied_at IS NOT NULL OR p_shared AND t.sealed_by = ANY (p_opens))
        ORDER BY t.approved_at IS NULL, t.denied_at IS NULL, t.seq LIMIT 1;
      EXIT WHEN NOT FOUND;
      IF token.approved_at IS NOT NULL THEN
        UPDATE $schema.tokens t SET consumed_at = decided_at, found_by_call = false
          WHERE t.seq = token.seq AND t.consumed_at IS NULL;
        CONTINUE WHEN NOT FOUND;
        redeemed := true;
      END IF;
      RETURN NEXT;
      RETURN;
    END LOOP;
    INSERT INTO $schema.tokens
      (digest, principal, operation, arguments_digest, reasons, issued_at, expires_at, found_by_call, sealed_by, sealed)
      VALUES (p_digest, p_principal, p_operation, p_arguments, p_reasons, decided_at, p_expires_at, p_shared,
        p_sealed_by, p_sealed)
      RETURNING seq INTO issued;
    DELETE FROM $schema.tokens t WHERE t.seq IN (
      SELECT o.seq FROM $schema.tokens o WHERE o.seq <= issued - p_most FOR UPDATE SKIP LOCKED
    );
    RETURN NEXT;
  END
  $$;
`;
