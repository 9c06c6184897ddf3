import type { EventVerification } from '@recourse/stores/configured';
import type { Io } from '../command.ts';
import { alignColumns } from '../terminal/align-columns.ts';
import { createPaint } from '../terminal/paint.ts';

/** The result of a verification: the verdict, then what it covers. */
export const verificationPage = (verification: EventVerification, io: Pick<Io, 'colours'>): string => {
  const paint = createPaint(io.colours);
  const { broken, events, head } = verification;
  if (broken) {
    return [
      `${paint.red('✗')} The record ${broken.key_missing ? 'cannot be verified' : 'is broken'} at position ${broken.position}: ${broken.problem}.`,
      broken.key_missing
        ? '  Set RECOURSE_KEY to the key that the servers use, followed by any older keys, separated by commas.'
        : `  ${count(events, 'event')} before it ${events === 1 ? 'is' : 'are'} intact.`,
    ].join('\n');
  }
  const facts = alignColumns([['head', `${head.position}:${head.link}`], ...factsOf(verification)]);
  return [
    `${paint.green('✓')} ${count(events, 'event')}, every link intact.`,
    ...facts.map((line) => `  ${line}`),
  ].join('\n');
};

const factsOf = (verification: EventVerification): readonly (readonly string[])[] => {
  const { sealed_since, unsealed, dropped_to, lost, unchecked_seals } = verification;
  return [
    [
      'sealed',
      sealed_since === undefined
        ? 'no: without a key, anyone who can write to the store can forge the record'
        : `since ${sealed_since}`,
    ],
    ...(sealed_since !== undefined && unsealed > 0 ? [['unsealed', `the last ${count(unsealed, 'event')}`]] : []),
    ...(dropped_to === undefined ? [] : [['dropped', `up to position ${dropped_to}, because of store.most.events`]]),
    ...(lost > 0 ? [['lost', `${count(lost, 'event')} that servers could not write`]] : []),
    ...(unchecked_seals > 0
      ? [['unchecked', `${count(unchecked_seals, 'seal')} made with a key that is not available here`]]
      : []),
  ];
};

const count = (number: number, what: string): string =>
  `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`;
