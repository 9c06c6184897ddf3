import type { Step } from './step.ts';

/** Describes what was done and why: one line for each step, with the time since the first step. */
export const explainSteps = (steps: readonly Step[]): string => {
  const [first] = steps;
  if (!first) return 'No recovery steps were taken.';
  return steps.map((step) => explainStep(step, first.at)).join('\n');
};

/** One line for one step, for programs that show steps as they are taken. */
export const explainStep = (step: Step, startedAt: number): string =>
  `${`${step.at - startedAt} ms`.padStart(9)}  ${wordsOf(step)}`;

const wordsOf = (step: Step): string => {
  switch (step.kind) {
    case 'call':
      return `call ${step.attempt} of '${step.tool}'${step.keyed ? ', with its idempotency key' : ''}${step.why === undefined ? '' : `: ${step.why}`}`;
    case 'failure':
      return `failed with ${step.code} (${step.recovery}, effect ${step.effect}, ${readFrom(step)}): ${step.message}`;
    case 'wait':
      return `waits ${step.ms} ms: ${step.why}`;
    case 'ask':
      return `asks: ${step.message}`;
    case 'answer':
      return step.yes ? 'the person said yes' : 'the person did not say yes';
    case 'correct':
      return `corrects ${step.changes.join(', ')}`;
    case 'look':
      return `calls '${step.tool}': ${step.why}`;
    case 'refuse':
      return `does not call '${step.tool}': ${step.why}`;
    case 'reconnect':
      return 'connects again';
    case 'end':
      return `${step.end}: ${step.why}`;
  }
};

const readFrom = ({ source, inferred }: Extract<Step, { readonly kind: 'failure' }>): string =>
  inferred ? `inferred from '${inferred.words}', confidence ${inferred.confidence}` : `read from ${source}`;
