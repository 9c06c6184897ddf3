import type { ServerRules } from '../rule.ts';
import { chart } from './chart.ts';
import { chromeDevtools } from './chrome-devtools.ts';
import { context7 } from './context7.ts';
import { everything } from './everything.ts';
import { filesystem } from './filesystem.ts';
import { git } from './git.ts';
import { memory } from './memory.ts';
import { mongodb } from './mongodb.ts';
import { playwright } from './playwright.ts';
import { sequentialThinking } from './sequential-thinking.ts';
import { sqlite } from './sqlite.ts';

/** The packs, by the name of the npm package that each was built and is tested against. */
export const packs = {
  '@antv/mcp-server-chart': chart,
  '@cyanheads/git-mcp-server': git,
  '@modelcontextprotocol/server-everything': everything,
  '@modelcontextprotocol/server-filesystem': filesystem,
  '@modelcontextprotocol/server-memory': memory,
  '@modelcontextprotocol/server-sequential-thinking': sequentialThinking,
  '@playwright/mcp': playwright,
  '@upstash/context7-mcp': context7,
  'chrome-devtools-mcp': chromeDevtools,
  'mcp-sqlite': sqlite,
  'mongodb-mcp-server': mongodb,
} as const satisfies Readonly<Record<string, ServerRules>>;

export type PackName = keyof typeof packs;
