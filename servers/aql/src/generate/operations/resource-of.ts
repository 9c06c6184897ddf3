import type { DraftParameter } from '../parameters/draft-parameter.ts';
import type { DraftOperation } from './draft-operation.ts';
import { singular, snakeCase, wordsOf } from './words.ts';

/**
 * The resource of an operation: `/repos/{owner}/{repo}/issues/{number}` is about the issue `{number}`. Adjacent
 * placeholders identify one thing together.
 */
export const resourceOf = (path: string, parameters: readonly DraftParameter[]): DraftOperation['resource'] => {
  const segments = path.split('/').filter((segment) => segment !== '');
  const isPlaceholder = (segment: string | undefined): boolean => /^\{[^{}]+\}$/.test(segment ?? '');
  let end = segments.length;
  while (end > 0 && !isPlaceholder(segments[end - 1])) end -= 1;
  let start = end;
  while (start > 0 && isPlaceholder(segments[start - 1])) start -= 1;
  const words = wordsOf(segments[start - 1] ?? segments.at(-1) ?? '');
  const type = snakeCase([...words.slice(0, -1), singular(words.at(-1) ?? '')]);
  if (type === undefined) return undefined;
  const names = segments.slice(start, end).map((segment) => {
    const wireName = segment.slice(1, -1);
    return parameters.find((parameter) => parameter.in === 'path' && parameter.wireName === wireName)?.name;
  });
  const id = names.map((name) => `{${String(name)}}`).join('/');
  return { type, ...(names.length > 0 && !names.includes(undefined) && id.length <= 200 && { id }) };
};
