import { allToActOn } from '../dialect.ts';
import type { Dialect } from '../dialect.ts';
import { ownCode } from './nearest.ts';
import { parse } from './parse.ts';
import { render } from './render.ts';
import * as schema from './schema.ts';

/** Stagewright's envelope: `_meta` on both shapes, `next_actions` as strings that can be called. */
export const stagewright: Dialect = {
  name: 'stagewright',
  carries: allToActOn,
  extensions: ['recourse', '_meta.wrapped'],
  render,
  body: render,
  parse,
  ownCode: (failure) => ownCode(failure).code,
  schema,
};
