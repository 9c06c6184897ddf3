import { programOf } from '../lab.mjs';

const name = '@modelcontextprotocol/server-everything';
const text = 'data:text/plain,hello';

/** One tool for each thing that the protocol can do. Its only state is the list of resources of a session. */
export const everything = {
  name,
  createWorld: async () => ({}),
  // By default the server packs a file from the internet; this setting blocks that download.
  launch: () => ({
    args: [programOf(name, 'dist/index.js'), 'stdio'],
    env: { GZIP_ALLOWED_DOMAINS: '127.0.0.1' },
  }),
  keepsNothing: true,
  snapshot: async (_, client) => (await client.listResources().catch(() => ({ resources: [] }))).resources,
  normalise: (json) =>
    json.replaceAll(
      /\d+:\d\d:\d\d [AP]M|\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{32}|UmVzb3VyY2Ug[\w+/=]+/g,
      '<varies>',
    ),
  writes: [
    'gzip-file-as-resource',
    'toggle-simulated-logging',
    'toggle-subscriber-updates',
    'simulate-research-query',
    'trigger-elicitation-request',
    'trigger-elicitation-request-async',
    'trigger-sampling-request',
    'trigger-sampling-request-async',
    'trigger-url-elicitation',
  ],
  well: {
    echo: { message: 'hello' },
    'get-annotated-message': { messageType: 'error', includeImage: false },
    'get-env': {},
    'get-resource-links': { count: 2 },
    'get-resource-reference': { resourceType: 'Text', resourceId: 1 },
    'get-roots-list': {},
    'get-structured-content': { location: 'Chicago' },
    'get-sum': { a: 2, b: 3 },
    'get-tiny-image': {},
    'gzip-file-as-resource': { name: 'hello.gz', data: text, outputType: 'resourceLink' },
    'toggle-simulated-logging': {},
    'toggle-subscriber-updates': {},
    'trigger-elicitation-request': {},
    'trigger-long-running-operation': { duration: 0.05, steps: 1 },
    'trigger-sampling-request': { prompt: 'say a word', maxTokens: 5 },
  },
  /** By default it takes ten seconds; a good call of it, with a time of its own, is made elsewhere. */
  notSwept: ['trigger-long-running-operation'],
  badly: [
    { case: 'missing argument', tool: 'get-sum', arguments: { a: 2 } },
    { case: 'wrong type', tool: 'echo', arguments: { message: 7 } },
    { case: 'a number as a text', tool: 'get-sum', arguments: { a: '2', b: 3 } },
    { case: 'unknown argument', tool: 'echo', arguments: { message: 'hello', loudly: true } },
    { case: 'value not allowed', tool: 'get-annotated-message', arguments: { messageType: 'warning' } },
    { case: 'unknown tool', tool: 'get-summ', arguments: { a: 2, b: 3 } },
    { case: 'no such resource', tool: 'get-resource-reference', arguments: { resourceType: 'Text', resourceId: -1 } },
    { case: 'no address', tool: 'gzip-file-as-resource', arguments: { data: 'no address' } },
    { case: 'an address that is not allowed', tool: 'gzip-file-as-resource', arguments: { data: 'ftp://127.0.0.1/x' } },
    {
      case: 'an address where nobody is',
      tool: 'gzip-file-as-resource',
      arguments: { name: 'x.gz', data: 'http://127.0.0.1:1/x' },
    },
    { case: 'a tool that must be called as a task', tool: 'simulate-research-query', arguments: { topic: 'x' } },
  ],
};
