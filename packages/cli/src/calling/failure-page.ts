import type { Recovered } from '@recourse/client';
import { isJsonObject } from '@recourse/contract';
import type { Failure, NextAction } from '@recourse/contract';
import type { Io } from '../command.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';
import { hide, tokensIn } from './hidden.ts';
import { resultText } from './result-text.ts';

export interface FailurePageOptions {
  readonly io: Io;
  readonly inDoubt: boolean;
  /** The file of --keys, as it was given. */
  readonly keys: string | undefined;
}

/** Renders the remaining facts about a call that did not succeed, and what can be done now. */
export const failurePage = (recovered: Recovered, { io, inDoubt, keys }: FailurePageOptions): readonly string[] => {
  const paint = createPaint(io.colours);
  const { failure, end } = recovered;
  const facts = failure
    ? [
        ['code', visible(failure.namespace === null ? failure.code : `${failure.namespace}:${failure.code}`)],
        ['message', visible(failure.message)],
        ['hint', visible(failure.hint)],
        ...(failure.similar ?? []).map(({ ref }, index) => [index === 0 ? 'similar' : '', visible(String(ref))]),
        ...actionsOf(failure).map(({ tool, arguments: args }, index) => [
          index === 0 ? 'next' : '',
          visible(`${tool} ${JSON.stringify(args)}`),
        ]),
        ['reference', visible(failure.correlation_id)],
      ].filter(([, text]) => text !== '')
    : [];
  return [
    ...facts.map(([label = '', text = '']) => `  ${paint.dim(label.padEnd(11))}${text}`),
    ...moreOf(recovered, io),
    ...(inDoubt ? [doubt(keys)] : []),
    ...(end === 'handed_over' && failure?.recovery === 'confirm' ? [unasked(io)] : []),
  ];
};

/** Leaves out actions that contain the token: to follow one would confirm the call. */
const actionsOf = (failure: Failure): readonly NextAction[] => {
  const secrets = tokensIn(failure);
  const holds = (action: NextAction): boolean => hide(JSON.stringify(action), secrets) !== JSON.stringify(action);
  return (failure.next_actions ?? []).filter((action) => !holds(action));
};

/** The server's prose and the results of lookups; the envelope of a failure is shown above. */
const moreOf = ({ result, failure }: Recovered, io: Io): readonly string[] => {
  const content: unknown = isJsonObject(result) ? result['content'] : undefined;
  if (!Array.isArray(content)) return [];
  const isProse = failure?.code === 'TOOL_ERROR' && failure.namespace === 'client';
  const shown = isProse ? content : content.slice(1);
  // Always as on a terminal: this goes to stderr, wherever the results go.
  const text = resultText({ content: shown }, { columns: io.columns ?? 80 });
  return text === '' || text === visible(failure?.message ?? '') ? [] : [text.slice(0, mostShown)];
};

const mostShown = 65_536;

const doubt = (keys: string | undefined): string =>
  keys === undefined
    ? 'The call may have taken effect. Check before you call again: a second call could repeat the effect.'
    : `The call may have taken effect. Run the same command again, with --keys ${keys}, to get its outcome.`;

const unasked = ({ ask }: Io): string =>
  ask
    ? 'The call was not confirmed.'
    : "A person must confirm this call. Run the command in a terminal, or see 'recourse approvals list'.";
