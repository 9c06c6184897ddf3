import { redactText } from '../../redaction/redact.ts';
import type { LoggedCause } from './logger.ts';

const deepest = 3;
const longestStack = 4096;

/** Describes a thrown value for the log: causes of causes too, a few levels down. Any value can be thrown. */
export const describeCause = (cause: unknown, values: readonly string[] = [], depth = 0): LoggedCause => {
  try {
    if (!(cause instanceof Error))
      return { name: cause === null ? 'null' : typeof cause, message: textOf(cause, values) };
    const { name, message, stack, cause: inner } = cause;
    return {
      name: redactText(name, values, 100),
      message: redactText(message, values),
      ...(typeof stack === 'string' && { stack: redactText(stack, values, longestStack) }),
      ...(inner !== undefined && depth < deepest && { cause: describeCause(inner, values, depth + 1) }),
    };
  } catch {
    return { name: 'unreadable', message: 'The cause could not be read' };
  }
};

/** An object that is not an error may contain anything, so only its type is written. */
const textOf = (cause: unknown, values: readonly string[]): string =>
  typeof cause === 'string' ? redactText(cause, values) : typeof cause === 'number' ? String(cause) : '';
