import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createSdkV1 } from './sdk-v1.mjs';

await createSdkV1().connect(new StdioServerTransport());
