import { allButSummary } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { parseLine } from './line/parse-line.ts';
import { renderLine } from './line/render-line.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import * as schema from './schema.ts';

/** Our own dialect. Every field of a failure is a field of the envelope. */
export const recourse: Dialect = {
  name: 'recourse',
  carries: allButSummary,
  extensions: [],
  render,
  body: render,
  parse,
  line: { render: renderLine, parse: parseLine },
  ownCode: (failure) => failure.code,
  schema,
};
