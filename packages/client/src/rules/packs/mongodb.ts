import type { ServerRules } from '../rule.ts';

/**
 * `mongodb-mcp-server`. It annotates `connect`, `disconnect` and `export` as reads, although each of them leaves
 * something behind; here they count as writes.
 */
// prettier-ignore
export const mongodb: ServerRules = {
  names: ['MongoDB MCP Server'],
  reads: [
    'aggregate', 'aggregate-db', 'collection-indexes', 'collection-schema', 'collection-storage-size', 'count', 'db-stats',
    'explain', 'find', 'list-collections', 'list-connections', 'list-databases', 'list-knowledge-sources', 'mongodb-logs', 'search-knowledge',
  ],
  rules: [
    { code: 'CONFIRMATION_DENIED', confidence: 'high', words: ['user did not confirm the execution'] },
    { code: 'UPSTREAM_UNAVAILABLE', confidence: 'medium', tools: ['connect'], words: ['you need to connect to a MongoDB instance', 'server selection timed out', 'MongoServerSelectionError'] },
    { code: 'NOT_FOUND_RESOURCE', confidence: 'medium', words: ['you need to connect to a MongoDB instance', 'no connection with id', 'connection * not found', 'ns does not exist'] },
    { code: 'PERMISSION_DENIED', confidence: 'high', words: ['not authorized on', 'requires authentication', 'authentication failed'] },
    { code: 'CONFLICT_ALREADY_EXISTS', confidence: 'high', words: ['E11000 duplicate key', 'collection already exists'] },
  ],
};
