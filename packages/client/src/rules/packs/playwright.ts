import type { ServerRules } from '../rule.ts';

/** `@playwright/mcp`: a browser that it starts with the first call. */
// prettier-ignore
export const playwright: ServerRules = {
  names: ['Playwright'],
  reads: ['browser_console_messages', 'browser_find', 'browser_network_request', 'browser_network_requests', 'browser_snapshot'],
  polls: ['browser_wait_for'],
  rules: [
    { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', words: ["failed to launch * because executable doesn't exist", 'browser is not installed', 'target page, context or browser has been closed', 'net::ERR_CONNECTION_REFUSED', 'net::ERR_NAME_NOT_RESOLVED'] },
    { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['ref * not found', 'no open pages available'] },
    { code: 'UPSTREAM_TIMEOUT', confidence: 'high', words: ['TimeoutError', 'timeout * exceeded'] },
  ],
};
