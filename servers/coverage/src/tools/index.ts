import type { Tool } from '@recourse/engine';
import type { Toolbox } from '../toolbox.ts';
import { createBadge } from './badge.ts';
import { createCheck } from './check.ts';
import { createCompare } from './compare.ts';
import { createDebt } from './debt.ts';
import { createInit } from './init.ts';
import { createPrComment } from './pr-comment.ts';
import { createRecord } from './record.ts';
import { createReport } from './report.ts';
import { createSuggest } from './suggest.ts';

/** The tools, in the order of typical use. */
export const createTools = (toolbox: Toolbox): readonly Tool[] =>
  [
    createCheck,
    createDebt,
    createSuggest,
    createReport,
    createCompare,
    createBadge,
    createInit,
    createRecord,
    createPrComment,
  ].map((create) => create(toolbox));
