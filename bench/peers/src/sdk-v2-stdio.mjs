import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createSdkV2 } from './sdk-v2.mjs';

serveStdio(() => createSdkV2());
