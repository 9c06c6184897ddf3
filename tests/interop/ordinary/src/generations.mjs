import { Client as Client2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';

const info = { name: 'ordinary', version: '0.0.0' };
/** Some tools are listed only for clients that can be asked something. */
const capabilities = { roots: {}, sampling: {}, elicitation: {} };
const answers = {
  'roots/list': () => ({ roots: [] }),
  'sampling/createMessage': () => ({ role: 'assistant', model: 'none', content: { type: 'text', text: 'a word' } }),
  'elicitation/create': () => ({ action: 'decline' }),
};

/** Both generations of the SDK client, with the same answers to what a server may ask. */
export const generations = {
  'SDK 2': {
    createClient: () => {
      const client = new Client2(info, { capabilities });
      for (const [method, answer] of Object.entries(answers)) client.setRequestHandler(method, answer);
      return client;
    },
    createStdio: (launch) => new Stdio2(launch),
    /** The arguments of `callTool`. */
    argumentsOf: (call, options) => [call, options],
  },
  'SDK 1': {
    createClient: () => {
      const client = new Client1(info, { capabilities });
      client.setRequestHandler(ListRootsRequestSchema, answers['roots/list']);
      client.setRequestHandler(CreateMessageRequestSchema, answers['sampling/createMessage']);
      client.setRequestHandler(ElicitRequestSchema, answers['elicitation/create']);
      return client;
    },
    createStdio: (launch) => new Stdio1(launch),
    argumentsOf: (call, options) => [call, undefined, options],
  },
};
