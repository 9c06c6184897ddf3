import type { Step } from '../calling/step.ts';

/** Describes what was done for a call in one line of our own words: it contains nothing that a server wrote. */
export const whatWasDone = (steps: readonly Step[]): string => {
  const calls = steps.filter((step) => step.kind === 'call').length;
  const waitedMs = steps.reduce((sum, step) => sum + (step.kind === 'wait' ? step.ms : 0), 0);
  const looks = steps.flatMap((step) => (step.kind === 'look' ? [`'${step.tool}'`] : []));
  const corrected = steps.some((step) => step.kind === 'correct');
  const answer = steps.findLast((step) => step.kind === 'answer');
  const done = [
    calls === 0 ? 'nothing was sent' : `called ${calls === 1 ? 'once' : `${calls} times`}`,
    ...(corrected ? ['corrected the call based on the failure'] : []),
    ...(waitedMs > 0 ? [`waited ${Math.ceil(waitedMs)} ms`] : []),
    ...(looks.length > 0 ? [`also called ${[...new Set(looks)].join(', ')}`] : []),
    ...(answer ? [`asked a person, who ${answer.yes ? 'said yes' : 'did not say yes'}`] : []),
  ];
  return done.join('; ');
};
