import { hasAll, pick } from './prose-repairs.mjs';

/**
 * A read that could show whether a write was done: one that takes some of the same arguments. Its answer should contain
 * the values of the other arguments. The list of tools says no more than that.
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

/**
 * Whether the answer of the look shows that it was done. Where nothing was sent that it could show, the word for it may
 * be there (`refund`, `refunded`), and what was to be deleted is not to be found.
 *
 * @type {(answer: import('./session.mjs').Answer, written: string, unseen: readonly string[]) => boolean | undefined}
 */
export const shows = ({ kind, text }, written, unseen) => {
  const verb = written.split('_')[0];
  if (kind !== 'ok') return kind === 'error' && verb === 'delete' && /not found|ENOENT/i.test(text) ? true : undefined;
  if (unseen.length > 0) return unseen.some((value) => text.includes(value));
  // Without a word of it nothing can be said.
  return text.includes(verb) ? true : undefined;
};
