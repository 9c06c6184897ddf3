import { allToActOn } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { ownCode } from './nearest.ts';
import { parse } from './parse.ts';
import { body, render } from './render.ts';
import * as schema from './schema.ts';

export { renderLogLine } from './log-line.ts';
export type { LogFacts } from './log-line.ts';

/** JSON-RPC errors with GitHub's numbers. The string code is always in `data.code`. */
export const jsonrpc: Dialect = {
  name: 'jsonrpc',
  carries: allToActOn,
  extensions: [
    'error.data.code',
    'error.data.recourse',
    'error.data.validation_errors[].expected',
    'error.data.validation_errors[].received',
    'error.data.validation_errors[].suggestion',
    'result.recourse',
  ],
  render,
  body,
  parse,
  ownCode: (failure) => ownCode(failure).code,
  schema,
};
