/** Adds the small values that processes share. */
export const addCells = `
  CREATE TABLE $schema.cells (
    name text COLLATE "C" PRIMARY KEY,
    value jsonb NOT NULL,
    version bigint NOT NULL,
    expires_at bigint NOT NULL
  );
  CREATE INDEX cells_by_expiry ON $schema.cells (expires_at);
`;
