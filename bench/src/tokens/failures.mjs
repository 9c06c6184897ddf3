/** @recourse-example: the benchmarks show codes, and produce none. */
import { createRegistry, fail } from '@recourse/contract';
import { dialectNames, loadDialect } from '@recourse/contract/dialects';
import { toCallToolResult } from '@recourse/contract/mcp';
import { coreCodes } from '@recourse/contract/registries';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleDetails } from '../example-details.mjs';
import { facts, sampleFailures } from '../sample-failures.mjs';

/** Two codes of every category; a batch has one, and arguments are refused most often. */
const twenty = /** @type {const} */ ([
  'VALIDATION_MISSING_PARAM',
  'VALIDATION_INVALID_ENUM',
  'VALIDATION_OUT_OF_RANGE',
  'NOT_FOUND_RESOURCE',
  'NOT_FOUND_OPERATION',
  'PERMISSION_DENIED',
  'CONFIRMATION_REQUIRED',
  'CONFLICT_VERSION_MISMATCH',
  'CONFLICT_IN_FLIGHT',
  'RATE_LIMIT_EXCEEDED',
  'RATE_LIMIT_QUOTA_EXHAUSTED',
  'TOKEN_EXPIRED',
  'TOKEN_SCOPE_MISMATCH',
  'SCHEMA_MISSING_FIELD',
  'SCHEMA_INVALID_TYPE',
  'BATCH_PARTIAL_FAILURE',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_TIMEOUT',
  'INTERNAL_ERROR',
  'INTERNAL_TIMEOUT',
]);

/** @typedef {import('@recourse/contract').Failure} Failure */

/** Counts the tokens of failures for a model that is shown the first text block. */
export const measureFailures = async () => {
  const rows = twenty.map(rowOf);
  const recourse = await loadDialect('recourse');
  const sum = (/** @type {(failure: Failure) => number} */ count) => rows.reduce((all, one) => all + count(one), 0);
  const sentences = sum(sentenceTokens);
  const ratio = sum((one) => textTokens(one, recourse)) / sentences;
  return {
    ratio,
    rows: rows.map((one) => [
      one.code,
      sentenceTokens(one),
      textTokens(one, recourse),
      textTokens(one, recourse, 'json'),
      textTokens(one, recourse) / sentenceTokens(one),
    ]),
    total: [
      'all',
      sentences,
      sum((one) => textTokens(one, recourse)),
      sum((one) => textTokens(one, recourse, 'json')),
      ratio,
    ],
    dialects: await Promise.all(
      dialectNames.map(async (name) => {
        const dialect = await loadDialect(name);
        const samples = Object.values(sampleFailures);
        return [
          name,
          sum((one) => textTokens(one, dialect)) / rows.length,
          samples.reduce((all, one) => all + textTokens(one, dialect), 0) / samples.length,
        ];
      }),
    ),
  };
};

/** @param {string} code @returns {Failure} */
const rowOf = (code) => {
  const registry = createRegistry(coreCodes);
  const definition = registry.find(code);
  if (!definition) throw new Error(`There is no ${code}`);
  return /** @type {any} */ (fail)(code, exampleDetails(definition, 'required'));
};

/** @param {Failure} failure */
const sentenceTokens = ({ message, hint }) => countTokens(`${message} ${hint}`);

/** @param {Failure} failure @param {import('@recourse/contract').Dialect} dialect @param {'json'} [text] */
const textTokens = (failure, dialect, text) => {
  const [block] = toCallToolResult(failure, dialect, { ...facts, ...(text && { text }) }).content;
  return countTokens(block?.type === 'text' ? block.text : '');
};
