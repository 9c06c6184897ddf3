import type { PendingApproval } from '@recourse/stores';
import type { Io } from '../command.ts';
import { renderDuration } from '../terminal/durations.ts';
import { moment } from '../terminal/moment.ts';
import { createPaint } from '../terminal/paint.ts';
import { visible } from '../terminal/visible.ts';
import { argumentsBlock } from './arguments-block.ts';

/** One call that waits: who, what, why it is asked about, with which arguments, which facts were stated, and for how long. */
export const approvalPage = (pending: PendingApproval, io: Pick<Io, 'colours'>): string => {
  const paint = createPaint(io.colours);
  const { id, reasons, issued_at, timeLeftMs } = pending;
  const facts = [
    ['who', visible(pending.principal)],
    ['what', visible(pending.operation)],
    ...(reasons.length === 0
      ? [['', '']]
      : reasons.map((reason, index) => [index === 0 ? 'why' : '', visible(reason)])),
    ['asked', moment(issued_at)],
    ['time left', renderDuration(timeLeftMs)],
  ].filter(([, text]) => text !== '');
  return [
    paint.bold(id),
    ...facts.map(([label = '', text = '']) => `  ${paint.dim(label.padEnd(11))}${text}`),
    `  ${paint.dim('arguments')}`,
    ...argumentLines(pending).map((line) => `    ${line}`),
    ...(pending.shown
      ? [`  ${paint.dim('stated')}`, ...argumentsBlock(pending.shown).map((line) => `    ${line}`)]
      : []),
    '',
    `recourse approvals approve ${id}`,
    `recourse approvals deny ${id} --reason '…'`,
  ].join('\n');
};

const argumentLines = ({ arguments: given }: PendingApproval): readonly string[] =>
  given
    ? argumentsBlock(given)
    : [
        'cannot be shown: they are sealed with a key that is neither in RECOURSE_KEY',
        'nor in the key file next to the store',
      ];
