import { outcomeFields } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { ownCode } from './nearest.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import * as schema from './schema.ts';

/** coverctl's rejection schema: five permanent fields, append-only codes. */
export const coverctl: Dialect = {
  name: 'coverctl',
  carries: outcomeFields.filter((field) => field !== 'correlation_id'),
  extensions: ['recourse'],
  render,
  body: render,
  parse,
  ownCode: (failure) => ownCode(failure).code,
  schema,
};
