import type { ServerRules } from '../rule.ts';

/** `@antv/mcp-server-chart`: draws charts by a service on the internet, and gives back an address; nothing is kept. */
// prettier-ignore
export const chart: ServerRules = {
  names: ['mcp-server-chart'],
  rules: [
    { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', words: ['failed to generate chart: getaddrinfo', 'failed to generate chart: connect'] },
    { code: 'VALIDATION_UPSTREAM_REJECTED', confidence: 'high', words: ['invalid parameters'] },
  ],
};
