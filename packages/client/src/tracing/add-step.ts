import type { Attributes, Span } from '@opentelemetry/api';
import type { Step } from '../calling/step.ts';
import { errorTypeOfCode } from './error-type-of.ts';

/**
 * Puts a step on the span of its call. Calls and looks are spans of their own, and the end is the span's. Messages
 * are left out: a question or a message may contain the arguments, and readers of traces need not see those.
 */
export const addStep = (span: Span, step: Step): void => {
  const attributes = attributesOf(step);
  if (attributes) span.addEvent(`recourse.${step.kind}`, attributes);
};

const attributesOf = (step: Step): Attributes | undefined => {
  switch (step.kind) {
    case 'call':
    case 'end':
      return undefined;
    case 'failure':
      return {
        'error.type': errorTypeOfCode(step.code),
        'recourse.recovery': step.recovery,
        'recourse.effect': step.effect,
        'recourse.source': step.source,
        'recourse.correlation_id': step.correlation_id,
      };
    case 'wait':
      return { 'recourse.wait_ms': step.ms };
    case 'answer':
      return { 'recourse.yes': step.yes };
    case 'correct':
      return { 'recourse.changes': step.changes.length };
    case 'look':
    case 'refuse':
      return { 'gen_ai.tool.name': step.tool };
    case 'ask':
    case 'reconnect':
      return {};
  }
};
