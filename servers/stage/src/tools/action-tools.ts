import type { Tool } from '@recourse/engine';
import { createClick } from './click.ts';
import type { Toolbox } from './toolbox.ts';

/** The tools that act on elements, and those that wait for them. */
export const actionTools: readonly ((toolbox: Toolbox) => Tool)[] = [createClick];
