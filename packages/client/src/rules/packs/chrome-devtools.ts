import type { ServerRules } from '../rule.ts';

/** `chrome-devtools-mcp`: a browser that it starts or connects to. */
// prettier-ignore
export const chromeDevtools: ServerRules = {
  names: ['chrome_devtools'],
  reads: ['get_console_message', 'get_css_styles', 'list_console_messages', 'list_network_requests', 'list_pages', 'performance_analyze_insight', 'wait_for'],
  polls: ['wait_for'],
  rules: [
    { code: 'UPSTREAM_UNAVAILABLE', confidence: 'high', words: ['chrome failed to start', 'browser was not found at the configured executablePath', 'could not connect to chrome', 'could not find chrome', 'target closed'] },
    { code: 'NOT_FOUND_RESOURCE', confidence: 'high', words: ['no page found', 'no such element', 'element uid * not found', 'no snapshot found'] },
  ],
};
