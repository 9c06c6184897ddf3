import { allToActOn } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { ownCode } from './nearest.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import * as schema from './schema.ts';

/** The launch orchestrator's standard error shape: `ok`, `run_id`, and an `error` that always says `retryable`. */
export const launch: Dialect = {
  name: 'launch',
  carries: allToActOn,
  extensions: ['error.details.recourse', 'recourse'],
  render,
  body: render,
  parse,
  ownCode: (failure) => ownCode(failure).code,
  schema,
};
