import type { Path } from './expression.ts';
import { limits } from './limits.ts';
import type { TokenReader } from './token-reader.ts';

/** The syntax of an HTTP header name. */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Reads a path. Its root is checked here, so that a misspelt one is reported when the condition is parsed. */
export const parsePath = (reader: TokenReader, expected: string): Path => {
  const root = reader.next.kind === 'word' ? reader.next.text : '';
  if (root === 'params') {
    reader.advance();
    const steps = takeSteps(reader);
    return steps.length > 0 ? { kind: 'path', root, steps } : reader.refuse("'.' and the name of a parameter");
  }
  if (root !== 'response') return reader.refuse(expected);
  reader.advance();
  return { kind: 'path', root, steps: takeResponseSteps(reader) };
};

const takeResponseSteps = (reader: TokenReader): Path['steps'] => {
  const parts = 'response.status, response.headers or response.body';
  if (!reader.take('sign', '.')) return reader.refuse(parts);
  if (reader.take('word', 'status')) return ['status'];
  if (reader.take('word', 'body')) return ['body', ...takeSteps(reader)];
  if (!reader.take('word', 'headers')) return reader.refuse(parts);
  const example = "as in response.headers['retry-after']";
  const name = takeStep(reader, `the name of a header, ${example}`);
  if (typeof name !== 'string' || !headerName.test(name)) {
    return reader.refuse(`a valid header name before this point, ${example}`);
  }
  return ['headers', name.toLowerCase()];
};

const takeSteps = (reader: TokenReader): readonly (string | number)[] => {
  const steps: (string | number)[] = [];
  for (let step = takeStep(reader); step !== undefined; step = takeStep(reader)) {
    steps.push(step);
    if (steps.length > limits.pathSteps) return reader.refuse(`no more than ${limits.pathSteps} names in a path`);
  }
  return steps;
};

/** `.name`, `['name']` or `[0]`; nothing if the path ends, unless there has to be one more. */
const takeStep = (reader: TokenReader, needed?: string): string | number | undefined => {
  if (reader.take('sign', '.')) {
    return reader.next.kind === 'word' ? reader.advance().text : reader.refuse("a name after '.'");
  }
  if (!reader.take('sign', '[')) return needed === undefined ? undefined : reader.refuse(needed);
  const { kind, text } = reader.next;
  if (kind !== 'text' && !(kind === 'number' && /^\d{1,9}$/.test(text)))
    return reader.refuse("a name in quotes or an index after '['");
  reader.advance();
  if (!reader.take('sign', ']')) return reader.refuse("']'");
  return kind === 'text' ? text : Number(text);
};
