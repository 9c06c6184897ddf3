import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './mcp-server-v2.mjs';

serveStdio(createServer);
