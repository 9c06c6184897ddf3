import type { ServerRules } from '../rule.ts';

/** `@modelcontextprotocol/server-memory`: a graph of entities in a file. */
// prettier-ignore
export const memory: ServerRules = {
  names: ['memory-server'],
  reads: ['read_graph', 'search_nodes', 'open_nodes'],
  rules: [
    { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['entity with name * not found'] },
    // The file behind it is damaged, and stays so until a person repairs it.
    { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'medium', words: ['is not valid JSON', 'unexpected token * in JSON', 'unexpected end of JSON input'] },
  ],
};
