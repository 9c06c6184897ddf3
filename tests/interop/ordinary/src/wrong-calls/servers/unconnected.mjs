import { programOf } from '../../lab.mjs';
import { corrected, lost, missing, noTool, notFound, outOfRange, refused, rejected, retried, told, unavailable, unconfirmed, unknownName, wrongType, wrongValue } from '../case.mjs'; // prettier-ignore

/** Servers whose other side does not exist: a database, a browser, the internet. */
const alone = (name, file, more = {}) => ({
  name,
  createWorld: async (folder) => ({ folder }),
  launch: ({ folder }) => ({ args: [programOf(name, file), ...(more.args ?? [])], env: { ...process.env, HOME: folder, ...more.env } }), // prettier-ignore
  snapshot: async () => undefined,
  writes: more.writes ?? [],
});

const withoutThought = { nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 };
const thought = { thought: 'x', ...withoutThought };

export const unconnected = [
  {
    server: alone('@modelcontextprotocol/server-sequential-thinking', 'dist/index.js', {
      writes: ['sequentialthinking'],
      env: { DISABLE_THOUGHT_LOGGING: 'true' },
    }),
    calls: [
      corrected(wrongType, 'sequentialthinking', { ...thought, thoughtNumber: '1' }, thought),
      corrected(wrongType, 'sequentialthinking', { ...thought, thought: 7 }, { ...thought, thought: '7' }),
      corrected(missing, 'sequentialthinking', { ...withoutThought, though: 'x' }, thought),
      refused(missing, 'sequentialthinking', { thought: 'x' }),
      refused(outOfRange, 'sequentialthinking', { ...thought, totalThoughts: 0 }),
      refused(noTool, 'sequential_thinking', thought),
    ],
  },
  {
    server: alone('mongodb-mcp-server', 'dist/esm/index.js', {
      env: { MDB_MCP_TELEMETRY: 'disabled' },
      writes: ['insert-many', 'delete-many', 'update-many', 'connect'],
    }),
    calls: [
      refused(missing, 'find', { database: 'd', collection: 'c' }),
      refused(missing, 'list-databases', {}),
      refused(wrongType, 'find', { connectionId: 'x', database: ['d'], collection: 'c' }),
      refused(unknownName, 'list-connections', { verbose: true }),
      refused(noTool, 'drop-table', {}),
      refused(noTool, 'insert_many', {}),
      told(notFound, 'list-databases', { connectionId: 'nothing' }),
      told(notFound, 'find', { connectionId: 'nothing', database: 'd', collection: 'c' }),
      told(unconfirmed, 'delete-many', { connectionId: 'nothing', database: 'd', collection: 'c' }),
      told(unavailable, 'connect', { connectionString: 'mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=200' }),
      told(rejected, 'connect', { connectionString: 'nonsense' }),
      retried(lost, 'list-connections', {}, ({ tape }) => tape.faults.push('swallow')),
    ],
  },
  {
    server: alone('chrome-devtools-mcp', 'build/src/bin/chrome-devtools-mcp.js', {
      args: ['--executablePath', '/nonexistent/chrome', '--headless', '--usageStatistics=false'],
      writes: ['new_page', 'click', 'navigate_page'],
    }),
    calls: [
      refused(missing, 'click', { pageId: 1 }),
      refused(missing, 'new_page', {}),
      refused(wrongType, 'resize_page', { pageId: 1, width: 'wide', height: 1 }),
      refused(unknownName, 'list_pages', { all: true }),
      refused(wrongValue, 'handle_dialog', { pageId: 1, action: 'close' }),
      refused(noTool, 'list_tabs', {}),
      told(unavailable, 'list_pages', {}),
      told(unavailable, 'new_page', { url: 'about:blank' }),
    ],
  },
  {
    server: alone('@playwright/mcp', 'cli.js', {
      args: ['--headless', '--executable-path', '/nonexistent/chrome', '--no-sandbox'],
      writes: ['browser_navigate', 'browser_click', 'browser_type'],
    }),
    calls: [
      refused(missing, 'browser_navigate', {}),
      refused(missing, 'browser_type', { target: 'e1' }),
      refused(wrongType, 'browser_resize', { width: 'wide', height: 1 }),
      refused(wrongValue, 'browser_tabs', { action: 'open' }),
      refused(unknownName, 'browser_close', { force: true }),
      refused(noTool, 'browser_open', { url: 'about:blank' }),
      told(unavailable, 'browser_navigate', { url: 'about:blank' }),
      told(unavailable, 'browser_snapshot', {}),
    ],
  },
  {
    server: alone('@antv/mcp-server-chart', 'build/index.js', { env: { VIS_REQUEST_SERVER: 'http://127.0.0.1:1' } }),
    calls: [
      refused(missing, 'generate_liquid_chart', {}),
      refused(wrongType, 'generate_liquid_chart', { percent: 'half' }),
      corrected(wrongType, 'generate_liquid_chart', { percent: '0.5' }, { percent: 0.5 }),
      refused(noTool, 'generate_barchart', { data: [] }),
      told(unavailable, 'generate_liquid_chart', { percent: 0.5 }),
      told(unavailable, 'generate_mind_map', { data: { name: 'x', children: [] } }),
    ],
  },
];
