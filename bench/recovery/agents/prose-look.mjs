import { hasAll, pick } from './prose-repairs.mjs';

/**
 * A read that could show whether a write was done: one that takes some of the same arguments. What was sent besides
 * them should be in its answer. The list of tools says no more than that.
 *
 * @type {(tools: readonly any[], written: string, args: any) => { tool: string, arguments: any, unseen: readonly string[] } | undefined}
 */
export const lookFor = (tools, written, args) => {
  const subject = written.split('_').at(-1) ?? '';
  const found = tools.filter(
    ({ annotations, inputSchema }) => annotations?.readOnlyHint === true && hasAll(inputSchema, args),
  );
  const look = found.find(({ name }) => name === `read_${subject}`) ?? found[0];
  if (!look) return undefined;
  const known = pick(look.inputSchema, args);
  const unseen = Object.entries(args).flatMap(([name, value]) =>
    name in known || name === 'confirm' ? [] : [String(value)],
  );
  return { tool: look.name, arguments: known, unseen };
};

/** @type {(text: string, unseen: readonly string[]) => boolean} */
export const shows = (text, unseen) => unseen.some((value) => text.includes(value));
