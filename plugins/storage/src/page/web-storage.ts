import { withFunctions } from '@recourse/stage-plugin';
import { describeProblem } from './describe-problem.ts';
import type { PageOutcome } from './outcome.ts';

export interface WebRequest {
  readonly area: 'local' | 'session';
  readonly operation: 'get' | 'set' | 'remove' | 'keys' | 'clear';
  readonly key?: string;
  readonly value?: string;
  /** The most characters of a value, or the most keys. */
  readonly most?: number;
}

export interface WebAnswer {
  readonly text: string;
  readonly keys: readonly { readonly key: string; readonly length: number }[];
  /** How many characters, or how many keys, there are in all. */
  readonly count: number;
}

const namesIn = (storage: Storage): string[] =>
  Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');

/** Runs in the page: reads and changes local or session storage. */
const run = ({ area, operation, key = '', value = '', most = 0 }: WebRequest): PageOutcome<WebAnswer> => {
  let storage: Storage;
  try {
    storage = area === 'local' ? localStorage : sessionStorage;
  } catch (error) {
    return describeProblem('unsupported', { error });
  }
  const answer = (found: Partial<WebAnswer>) => ({ value: { text: '', keys: [], count: 0, ...found } });
  if (operation === 'keys') {
    const all = namesIn(storage).toSorted();
    const keys = all.slice(0, most).map((name) => ({ key: name, length: (storage.getItem(name) ?? '').length }));
    return answer({ keys, count: all.length });
  }
  if (operation === 'clear') {
    const count = storage.length;
    storage.clear();
    return answer({ count });
  }
  if (operation === 'set') {
    try {
      storage.setItem(key, value);
      return answer({ count: value.length });
    } catch (error) {
      return describeProblem('failed', { error });
    }
  }
  const found = storage.getItem(key);
  if (found === null) return describeProblem('missing', { what: 'key', name: key, available: namesIn(storage) });
  if (operation === 'remove') storage.removeItem(key);
  return answer({ text: operation === 'get' ? found.slice(0, most) : '', count: found.length });
};

export const useWebStorage = withFunctions({ describeProblem, namesIn }, run);
