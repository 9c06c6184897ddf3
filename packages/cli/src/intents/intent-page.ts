import type { Intent } from '@recourse/stores';
import type { Io } from '../command.ts';
import { moment } from '../terminal/moment.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';

/** The state of a call in one or two words. */
export const intentState = ({ state, ended }: Intent): string =>
  state === 'in_flight' ? 'running' : ended ? 'lost, ended' : 'lost, silent';

const meanings: Readonly<Record<string, string>> = {
  running: 'The server process still reports that the call is running. Wait for its outcome.',
  'lost, ended': 'The handler is no longer running. It is unknown whether the call took effect.',
  'lost, silent': 'The server process stopped reporting, but may still act. Stop it before you resolve the call.',
};

/** One call whose effect is unknown, and how to settle it. */
export const intentPage = (intent: Intent, io: Pick<Io, 'colours'>): string => {
  const paint = createPaint(io.colours);
  const state = intentState(intent);
  const facts = [
    ['who', visible(intent.principal)],
    ['what', visible(intent.operation)],
    ['state', `${state}. ${meanings[state] ?? ''}`],
    ['started', moment(intent.started_at)],
    ['last heard', moment(intent.last_heard_at)],
  ];
  return [
    paint.bold(intent.id),
    ...facts.map(([label = '', text = '']) => `  ${paint.dim(label.padEnd(11))}${text}`),
    ...(intent.state === 'lost'
      ? ['', `recourse intents resolve ${intent.id} --applied`, `recourse intents resolve ${intent.id} --absent`]
      : []),
  ].join('\n');
};
