import { countThrough } from '../count-through.ts';
import { snakeCase, wordsOf } from '../operations/words.ts';
import type { DraftParameter } from './draft-parameter.ts';
import type { RequestParameter } from './request-parameters.ts';

/** Names that mean something to every operation. */
const reservedParameters: ReadonlySet<string> = new Set([
  'operation',
  'operations',
  'params',
  'input',
  'fields',
  'preset',
  'first',
  'after',
  'last',
  'before',
  'dry_run',
  'if_match',
  'confirmation_token',
  'confirm_token',
  'confirmation',
  'locale',
  // No keys for a file that is read into objects.
  'constructor',
  'prototype',
]);

/** Gives parameters valid MCP-AQL names. If two names collide, the later one gets its location as a prefix. */
export const nameParameters = (
  parameters: readonly RequestParameter[],
  reserved: ReadonlySet<string> = reservedParameters,
): readonly DraftParameter[] => {
  const taken = new Set(reserved);
  return parameters.map((parameter) => {
    const words = wordsOf(parameter.wireName);
    const proposals = [
      snakeCase(words),
      snakeCase([parameter.in, ...words]),
      snakeCase([...words, 'value']),
      snakeCase([parameter.in, ...words, 'value']),
    ].filter((name) => name !== undefined);
    const name = proposals.find((proposal) => !taken.has(proposal)) ?? countThrough(proposals[0] ?? 'value', taken);
    taken.add(name);
    return { ...parameter, name };
  });
};
