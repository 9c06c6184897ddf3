import { createRegistry } from '@recourse/contract';
import { dialectNames, estimateTokens, loadDialect } from '@recourse/contract/dialects';
import * as registries from '@recourse/contract/registries';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { exampleDetails } from './example-details.mjs';
import { facts } from './sample-failures.mjs';
import { mean, quantile } from './statistics.mjs';

/** How far the estimate of characters / 4 is from a real tokenizer. @returns {Promise<import('./report.mjs').Report>} */
export const measureTokenEstimate = async () => {
  const failures = exampleFailures();
  const dialects = await Promise.all(dialectNames.map((name) => loadDialect(name)));
  const byDialect = dialects.map((dialect) => ({
    name: dialect.name,
    texts: failures.map((failure) => JSON.stringify(dialect.body(failure, facts))),
  }));
  const all = { name: 'all', texts: byDialect.flatMap(({ texts }) => texts) };
  return {
    tables: [
      {
        title: `relative error of estimateTokens against o200k_base, ${failures.length} failures in each dialect (+10 % is too high)`,
        columns: [
          { name: 'dialect' },
          { name: 'envelopes' },
          { name: 'tokens, mean' },
          { name: 'characters/token', digits: 2 },
          { name: 'mean %', digits: 1 },
          { name: 'p5 %', digits: 1 },
          { name: 'p95 %', digits: 1 },
        ],
        rows: [...byDialect, all].map(summarise),
      },
    ],
    targets: [],
    notes: ['other tokenizers give different counts; o200k_base represents the family of byte-pair encodings'],
  };
};

/** Every code that can be failed with, once with what it requires and once with all that it may say. */
const exampleFailures = () =>
  Object.values(registries).flatMap((set) => {
    // One registry for each set: two servers may give one name to two things.
    const registry = createRegistry(set);
    return registry
      .list()
      .filter(({ kind, namespace }) => kind === 'error' && namespace === set.namespace)
      .flatMap((definition) =>
        /** @type {const} */ (['required', 'all']).map((extent) => exampleFailure(registry, definition, extent)),
      );
  });

/**
 * @param {{ fail(code: any, ...rest: any[]): import('@recourse/contract').Failure<any, any> }} registry
 * @param {import('@recourse/contract').CodeDefinition} definition
 * @param {'required' | 'all'} extent
 */
const exampleFailure = (registry, definition, extent) => {
  const failure = registry.fail(definition.code, exampleDetails(definition, extent));
  if (failure.code !== definition.code) throw new Error(`The example details of ${definition.code} do not fit it`);
  return failure;
};

/** @param {{ readonly name: string, readonly texts: readonly string[] }} group */
const summarise = ({ name, texts }) => {
  const counted = texts.map((text) => ({ text, tokens: encode(text).length }));
  const errors = counted.map(({ text, tokens }) => (estimateTokens(text) / tokens - 1) * 100);
  return [
    name,
    texts.length,
    mean(counted.map(({ tokens }) => tokens)),
    mean(counted.map(({ text, tokens }) => text.length / tokens)),
    mean(errors),
    quantile(errors, 0.05),
    quantile(errors, 0.95),
  ];
};
