import { isPolicyProblems, readPolicy } from '../policy/index.ts';
import type { Policy } from '../policy/index.ts';
import { refuseWith } from '../refused.ts';
import { showText } from '../untrusted/show-text.ts';

/** The policy that is in force; what is wrong with its file is said with line and column, the first in the code. */
export const loadPolicy = async (root: string, path: string | undefined): Promise<Policy> => {
  const policy = await readPolicy({ root, ...(path !== undefined && { path }) });
  if (!isPolicyProblems(policy)) return policy;
  const [first, ...rest] = policy;
  if (!first) throw new Error('A policy without problems was refused');
  const { code, suggestion, ...facts } = first;
  const reason = showText([facts.reason, suggestion].filter(Boolean).join('; '));
  const more = rest.length === 0 ? '' : `; ${rest.length} more: ${rest.slice(0, 5).map(place).join(', ')}`;
  if (code === 'OP_CONFIG_MISSING') throw refuseWith({ code, details: { path: facts.path } });
  throw refuseWith({ code, details: { ...facts, reason: `${reason}${more}` } });
};

const place = ({ line, column, reason }: { line?: number; column?: number; reason: string }): string =>
  `${line ?? '?'}:${column ?? '?'} ${showText(reason, 200)}`;
