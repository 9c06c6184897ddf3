import * as client24 from '@modelcontextprotocol/client';
import * as stdio24 from '@modelcontextprotocol/client/stdio';
import * as client120 from 'sdk-1.20/client/index.js';
import * as stdio120 from 'sdk-1.20/client/stdio.js';
import * as http120 from 'sdk-1.20/client/streamableHttp.js';
import * as client132 from 'sdk-1.32/client/index.js';
import * as stdio132 from 'sdk-1.32/client/stdio.js';
import * as http132 from 'sdk-1.32/client/streamableHttp.js';
import { createInspector } from './inspector.mjs';
import { createSdkClient } from './sdk-client.mjs';

export const sdk120 = createSdkClient('SDK 1.20', { ...client120, ...stdio120, ...http120 });
export const sdk132 = createSdkClient('SDK 1.32', { ...client132, ...stdio132, ...http132 });
export const sdk24Legacy = createSdkClient('SDK 2.4 (2025-11-25)', { ...client24, ...stdio24 });
export const sdk24Modern = createSdkClient('SDK 2.4 (2026-07-28)', {
  ...client24,
  ...stdio24,
  options: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
});
export const inspector016 = createInspector('Inspector 0.16', 'inspector-0.16');
export const inspector212 = createInspector('Inspector 2.12', 'inspector-2.12');
