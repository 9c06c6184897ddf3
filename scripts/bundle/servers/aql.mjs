import { variable } from '../variable.mjs';

/** @type {import('../servers.mjs').PublishedServer} */
export const aql = {
  name: 'aql',
  title: 'Recourse adapters',
  description: 'Any REST API over MCP, described in one file; every refusal says what to do next.',
  entry: { package: '@recourse/server-aql', name: 'adapterFileEntry' },
  variables: [
    variable('MCP_AQL_ADAPTER', 'Adapter file', 'The file that describes the API', { kind: 'file', required: true }),
    variable('MCP_AQL_ENDPOINT_MODE', 'Endpoints', 'semantic (five tools), single (one) or all; defaults to semantic'),
    variable('MCP_AQL_TOOL_PREFIX', 'Prefix', 'A prefix for the names of the tools, such as shop_'),
  ],
  sample: { MCP_AQL_ADAPTER: '{packages}/@recourse/server-aql/adapters/json-server.md' },
};
