import type { ServerRules } from '../rule.ts';

/**
 * `@upstash/context7-mcp`: documentation of libraries. It calls failures of its API successes, and writes them as
 * sentences. Those stay successes: only a whole JSON body can be told from a page of documentation.
 */
// prettier-ignore
export const context7: ServerRules = {
  names: ['Context7'],
  reads: ['resolve-library-id', 'query-docs'],
  rules: [
    { code: 'VALIDATION_MISSING_PARAM', confidence: 'high', words: ['invalid arguments for tool * received undefined'] },
  ],
};
