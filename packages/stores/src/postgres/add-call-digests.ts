/** Adds what finds the earlier questions about a call. */
export const addCallDigests = `
  -- The digest of the arguments alone, if the question states facts: other questions about the same call have it too.
  ALTER TABLE $schema.tokens ADD COLUMN call_digest text;
  CREATE INDEX tokens_by_arguments ON $schema.tokens (call_digest, principal, operation)
    WHERE found_by_call AND call_digest IS NOT NULL;
`;
