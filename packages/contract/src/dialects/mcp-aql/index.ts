import { allToActOn } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { ownCode } from './nearest.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import * as schema from './schema.ts';

/** MCP-AQL's structured errors. Its `error` is closed, so all other fields are in `details`. */
export const mcpAql: Dialect = {
  name: 'mcp-aql',
  carries: allToActOn,
  extensions: [
    'error.details.recourse',
    'confirmation',
    'error.details.results',
    'error.details.errors[].retryable',
    'error.details.errors[].recovery',
    'error.details.errors[].effect',
    'error.details.errors[].details',
    'error.details.errors[].retry_after_ms',
    'error.details.errors[].next_actions',
  ],
  render,
  body: render,
  parse,
  ownCode: (failure) => ownCode(failure).code,
  schema,
};
