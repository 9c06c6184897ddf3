/** Decides about a call, and answers with its row as it was before. The digest may be given by its beginning. */
export const approvalFunctions = `
  CREATE FUNCTION $schema.decide(
    p_seq bigint, p_digest text, p_approve boolean, p_by text, p_reason text, p_now bigint
  ) RETURNS TABLE (decided_at bigint, token $schema.tokens) LANGUAGE plpgsql AS $$
  BEGIN
    SELECT * INTO token FROM $schema.tokens t WHERE t.seq = p_seq AND starts_with(t.digest, p_digest) FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    decided_at := $schema.at(p_now);
    UPDATE $schema.tokens t SET
      approved_at = CASE WHEN p_approve THEN decided_at END,
      denied_at = CASE WHEN NOT p_approve THEN decided_at END,
      decided_by = p_by,
      reason = p_reason,
      found_by_call = true
    WHERE t.seq = p_seq AND t.consumed_at IS NULL AND t.expires_at > decided_at
      AND t.approved_at IS NULL AND t.denied_at IS NULL;
    RETURN NEXT;
  END
  $$;
`;
