/**
 * Redeems a token, and answers with its row as it was before. Of many who ask one finds the row unused when its turn
 * to change it comes; what is compared is what `judgeToken` compares. A token that is used is only looked at: no lock
 * and no write for those who come too late.
 */
export const tokenFunctions = `
  CREATE FUNCTION $schema.redeem(
    p_digest text, p_principal text, p_operation text, p_arguments text, p_suffices boolean, p_now bigint
  ) RETURNS TABLE (decided_at bigint, redeemed boolean, token $schema.tokens) LANGUAGE plpgsql AS $$
  BEGIN
    SELECT * INTO token FROM $schema.tokens t WHERE t.digest = p_digest;
    IF NOT FOUND THEN RETURN; END IF;
    decided_at := $schema.at(p_now);
    redeemed := false;
    IF token.consumed_at IS NULL THEN
      UPDATE $schema.tokens t SET consumed_at = decided_at
        WHERE t.digest = p_digest AND t.consumed_at IS NULL AND t.denied_at IS NULL AND t.expires_at > decided_at
          AND t.principal = p_principal AND t.operation = p_operation AND t.arguments_digest = p_arguments
          AND (p_suffices OR t.approved_at IS NOT NULL);
      redeemed := FOUND;
      IF NOT redeemed THEN
        SELECT * INTO token FROM $schema.tokens t WHERE t.digest = p_digest;
      END IF;
    END IF;
    RETURN NEXT;
  END
  $$;
`;
