import type { ServerRules } from '../rule.ts';

/** `@modelcontextprotocol/server-everything`: one tool for each feature of the protocol. */
// prettier-ignore
export const everything: ServerRules = {
  names: ['mcp-servers/everything'],
  reads: [
    'echo', 'get-annotated-message', 'get-env', 'get-resource-links', 'get-resource-reference', 'get-roots-list',
    'get-structured-content', 'get-sum', 'get-tiny-image',
  ],
  rules: [
    { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['requires task augmentation', 'invalid resource type', 'invalid resourceId', 'invalid resourceType', 'unsupported URL protocol', 'only * URLs are supported'] },
    { code: 'PERMISSION_DENIED', confidence: 'high', words: ['domain * is not in the allowed domains list', 'is not in the allowed domains list'] },
  ],
};
