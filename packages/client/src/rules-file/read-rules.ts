import { readFile, stat } from 'node:fs/promises';
import type { ServerRules } from '../rules/rule.ts';
import { parseRules } from './parse-rules.ts';

const mostBytes = 1_048_576;

/** Reads a rules file for `recovering`. Throws with every problem and its place if the file cannot be used. */
export const readRules = async (file: string): Promise<ServerRules> => {
  const { size } = await stat(file);
  if (size > mostBytes) throw new RangeError(`${file} is larger than ${mostBytes} bytes`);
  const { rules, problems } = parseRules(await readFile(file, 'utf8'));
  if (rules) return rules;
  const listed = problems.map(({ line, column, message }) => `${file}:${line}:${column}  ${message}`);
  throw new TypeError(`The rules cannot be used:\n${listed.join('\n')}`);
};
