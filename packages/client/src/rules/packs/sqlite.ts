import type { ServerRules } from '../rule.ts';

/** `mcp-sqlite`: one SQLite database. `query` runs any statement, so it is not a read. */
// prettier-ignore
export const sqlite: ServerRules = {
  names: ['mcp-sqlite-server', 'mcp-sqlite'],
  reads: ['db_info', 'list_tables', 'get_table_schema', 'read_records'],
  rules: [
    { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', words: ['SQLITE_BUSY', 'SQLITE_LOCKED'] },
    { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['table * does not exist', 'column * does not exist in table', 'SQLITE_ERROR: no such table', 'SQLITE_ERROR: no such column'] },
    { code: 'CONFLICT_ALREADY_EXISTS', confidence: 'high', words: ['UNIQUE constraint failed', 'SQLITE_ERROR: table * already exists'] },
    { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['SQLITE_CONSTRAINT', 'SQLITE_RANGE', 'SQLITE_MISMATCH', 'SQLITE_ERROR'] },
  ],
};
