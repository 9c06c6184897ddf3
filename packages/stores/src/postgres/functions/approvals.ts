/** Decides about the one call that a reference names, and answers with the rows as they were before. */
export const approvalFunctions = `
  CREATE FUNCTION $schema.decide(
    p_from text, p_to text, p_approve boolean, p_by text, p_reason text, p_now bigint
  ) RETURNS TABLE (decided_at bigint, token $schema.tokens) LANGUAGE plpgsql AS $$
  DECLARE
    found_rows $schema.tokens[];
  BEGIN
    found_rows := ARRAY(
      SELECT t FROM $schema.tokens t WHERE t.digest BETWEEN p_from AND p_to ORDER BY t.digest LIMIT 2 FOR UPDATE
    );
    decided_at := $schema.at(p_now);
    FOREACH token IN ARRAY found_rows LOOP
      RETURN NEXT;
    END LOOP;
    IF cardinality(found_rows) = 1 THEN
      UPDATE $schema.tokens t SET
        approved_at = CASE WHEN p_approve THEN $schema.at(p_now) END,
        denied_at = CASE WHEN NOT p_approve THEN $schema.at(p_now) END,
        decided_by = p_by,
        reason = p_reason
      WHERE t.digest = found_rows[1].digest AND t.consumed_at IS NULL AND t.expires_at > $schema.at(p_now)
        AND t.approved_at IS NULL AND t.denied_at IS NULL;
    END IF;
  END
  $$;
`;
