/** Adds the small values that processes share. */
export const addCells = `
  CREATE TABLE cells (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    version INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX cells_by_expiry ON cells (expires_at);
`;
