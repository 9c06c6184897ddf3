import * as client24 from '@modelcontextprotocol/client';
import * as stdio24 from '@modelcontextprotocol/client/stdio';
import * as client120 from 'sdk-1.20/client/index.js';
import * as stdio120 from 'sdk-1.20/client/stdio.js';
import * as http120 from 'sdk-1.20/client/streamableHttp.js';
import * as types120 from 'sdk-1.20/types.js';
import * as client124 from 'sdk-1.24/client/index.js';
import * as stdio124 from 'sdk-1.24/client/stdio.js';
import * as http124 from 'sdk-1.24/client/streamableHttp.js';
import * as types124 from 'sdk-1.24/types.js';
import * as client132 from 'sdk-1.32/client/index.js';
import * as stdio132 from 'sdk-1.32/client/stdio.js';
import * as http132 from 'sdk-1.32/client/streamableHttp.js';
import * as types132 from 'sdk-1.32/types.js';
import { createInspector } from './inspector.mjs';
import { createSdkClient } from './sdk-client.mjs';

/**
 * @param {{ readonly ElicitRequestSchema: any }} types
 * @returns {{ readonly ElicitRequestSchema: any }}
 */
const named = ({ ElicitRequestSchema }) => ({ ElicitRequestSchema });

export const sdk120 = createSdkClient('SDK 1.20', { ...client120, ...stdio120, ...http120, ...named(types120) });
export const sdk124 = createSdkClient('SDK 1.24', { ...client124, ...stdio124, ...http124, ...named(types124) });
export const sdk132 = createSdkClient('SDK 1.32', { ...client132, ...stdio132, ...http132, ...named(types132) });
export const sdk24Legacy = createSdkClient('SDK 2.4 (2025-11-25)', { ...client24, ...stdio24 });
export const sdk24Modern = createSdkClient('SDK 2.4 (2026-07-28)', {
  ...client24,
  ...stdio24,
  options: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
});
export const inspector016 = createInspector('Inspector 0.16', 'inspector-0.16');
export const inspector212 = createInspector('Inspector 2.12', 'inspector-2.12');
export { aiSdk } from './ai-sdk.mjs';
export { mcpClient } from './mcp-client.mjs';
