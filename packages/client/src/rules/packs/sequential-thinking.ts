import type { ServerRules } from '../rule.ts';

/** `@modelcontextprotocol/server-sequential-thinking`: keeps a list of thoughts in memory. Its one tool adds to it. */
// prettier-ignore
export const sequentialThinking: ServerRules = {
  names: ['sequential-thinking-server'],
  rules: [
    { code: 'VALIDATION_INVALID_TYPE', confidence: 'high', words: ['invalid thought', 'invalid thoughtNumber', 'invalid totalThoughts', 'invalid nextThoughtNeeded'] },
  ],
};
