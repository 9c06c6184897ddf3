import { outcomeFields } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import * as schema from './schema.ts';

/** Problem details (RFC 9457), for callers over HTTP. Its own members and ours are on the same level. */
export const problem: Dialect = {
  name: 'problem',
  carries: outcomeFields,
  extensions: [],
  render,
  body: render,
  parse,
  ownCode: (failure) => failure.code,
  schema,
};
