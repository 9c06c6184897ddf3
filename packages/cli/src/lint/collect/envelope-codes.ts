import { constants } from 'node:os';
import { parseCodeName } from '../code-name.ts';
import type { ProducedCode } from '../facts.ts';
import { resolveTexts } from '../syntax/resolve-texts.ts';
import { keyOf } from '../syntax/text-of.ts';
import type { Visit } from './source.ts';

const codeKeys: ReadonlySet<string> = new Set(['code', 'error_code']);
/** Fields that only an answer of a tool has. */
const answerKeys: ReadonlySet<string> = new Set(['ok', 'success', 'passed', 'error', 'retryable', 'hint', 'summary']);
/** Fields that an answer shares with errors of Node and others. */
const sharedKeys: ReadonlySet<string> = new Set(['message', 'details']);

const isNodeCode = (code: string): boolean => Object.hasOwn(constants.errno, code) || code.startsWith('ERR_');

/** Codes written by hand into an object that is the answer of a tool, or the `error` inside one. */
export const collectEnvelopeCodes = ({ node, parent, scope, source }: Visit): readonly ProducedCode[] => {
  if (node.type !== 'ObjectExpression') return [];
  const properties = node.properties.flatMap((property) => (property.type === 'Property' ? [property] : []));
  const codes = properties.filter((property) => codeKeys.has(keyOf(property) ?? ''));
  if (codes.length === 0) return [];
  const keys = properties.map(keyOf).filter((key) => key !== null);
  const isError = parent?.type === 'Property' && parent.value === node && keyOf(parent) === 'error';
  const isAnswer = isError || keys.some((key) => answerKeys.has(key));
  if (!isAnswer && !keys.some((key) => sharedKeys.has(key))) return [];
  return codes
    .flatMap((property) => resolveTexts(property.value, scope).texts)
    .filter(({ value }) => parseCodeName(value) !== null && (isAnswer || !isNodeCode(value)))
    .map(({ value, node: literal }): ProducedCode => ({
      code: value,
      how: 'envelope',
      shown: source.shows,
      owner: source.owner,
      place: source.place(literal),
    }));
};
