/**
 * Decides about a call and records the decision in one transaction. Returns the row of the call as it was before. The
 * caller of the call cannot approve it. The digest may be given by its beginning.
 */
export const decisionFunctions = `
  CREATE FUNCTION $schema.decide(
    p_seq bigint, p_digest text, p_approve boolean, p_by text, p_reason text, p_event json, p_now bigint
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
      AND t.approved_at IS NULL AND t.denied_at IS NULL AND NOT (p_approve AND t.principal = p_by);
    IF FOUND THEN PERFORM $schema.append(json_build_array(p_event), p_now); END IF;
    RETURN NEXT;
  END
  $$;
`;
