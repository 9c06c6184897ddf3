/** Finds the token that a claim has used up without reading every token. */
export const indexTokens = `
  CREATE INDEX tokens_by_claim ON $schema.tokens (claim) WHERE claim IS NOT NULL;
`;
