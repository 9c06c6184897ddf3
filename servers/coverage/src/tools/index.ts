import type { Tool } from '@recourse/engine';
import type { Toolbox } from '../toolbox.ts';
import { createCheck } from './check.ts';

/** The tools, in the order in which somebody would use them. */
export const createTools = (toolbox: Toolbox): readonly Tool[] => [createCheck].map((create) => create(toolbox));
