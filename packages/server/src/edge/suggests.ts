import type { Server } from '@recourse/engine';

/** Whether a server suggests values for anything. */
export const suggests = ({ prompts, resourceTemplates }: Server): boolean =>
  prompts.some(({ arguments: args = [] }) => args.some(({ complete }) => complete)) ||
  resourceTemplates.some(({ complete }) => complete);
