import { coreRegistry, createRegistry, defineCodes } from '@recourse/contract';
import type { Category, CodeRow, CodeSet, CoreCode } from '@recourse/contract';
import { upstreamCodes } from '@recourse/upstream';
import { z } from 'zod';
import type { Adapter } from './adapter/adapter.ts';
import type { FailWith } from './exchange/exchange.ts';

/** A core code per category. Codes that an adapter defines take their facts from it. */
const examples: Readonly<Record<Category, { readonly like: CoreCode; readonly hint: string }>> = {
  validation: { like: 'VALIDATION_UPSTREAM_REJECTED', hint: 'Correct the values that the message mentions.' },
  not_found: {
    like: 'NOT_FOUND_RESOURCE',
    hint: 'Find the resource with a list or search call and use the identifier from its result.',
  },
  permission: {
    like: 'PERMISSION_DENIED',
    hint: 'Ask a person for the missing permission; repeating the call does not help.',
  },
  conflict: { like: 'CONFLICT_VERSION_MISMATCH', hint: 'Read the current state of the resource, then decide again.' },
  rate_limit: { like: 'RATE_LIMIT_EXCEEDED', hint: 'Repeat the same call later, waiting longer each time.' },
  token: { like: 'PERMISSION_DENIED', hint: 'Ask a person for new credentials.' },
  schema: { like: 'VALIDATION_UPSTREAM_REJECTED', hint: 'Correct the values that the message mentions.' },
  batch: { like: 'VALIDATION_UPSTREAM_REJECTED', hint: 'Check which items were done before repeating any of them.' },
  upstream: { like: 'UPSTREAM_UNAVAILABLE', hint: 'Repeat the same call a few times, waiting longer each time.' },
  internal: { like: 'INTERNAL_ERROR', hint: 'Do not repeat the call. Report the error to the operator of the server.' },
};

/** The codes that a file brings along: those it declares, and those that only its mapping names. */
export const adapterCodeSet = (adapter: Adapter): CodeSet | undefined => {
  const declared = adapter.errorCodes.map(({ code, category, messageTemplate }) => ({
    code,
    category,
    template: messageTemplate,
  }));
  const mapped = adapter.mapping.map(({ code, messageTemplate }) => ({
    code,
    category: code,
    template: messageTemplate,
  }));
  const rows = new Map<string, CodeRow>();
  for (const { code, category, template } of [...declared, ...mapped]) {
    if (!coreRegistry.find(code) && !rows.has(code)) rows.set(code, rowOf(code, category, template));
  }
  if (rows.size === 0) return undefined;
  // Prefixed, because an adapter may have the same name as one of our servers, whose codes belong to another contract.
  const namespace = `adapter-${adapter.name.replaceAll(/-+/gu, '-')}`;
  return defineCodes(Object.fromEntries(rows) as never, { namespace });
};

/** Creates the function that an exchange reports its failures with. */
export const createAdapterFail = (adapter: Adapter): FailWith => {
  const set = adapterCodeSet(adapter);
  const { fail } = createRegistry(...(set ? [set] : []));
  return fail as FailWith;
};

const rowOf = (code: string, category: string, template: string | undefined): CodeRow => {
  const found = categoryOf(category) ?? categoryOf(code) ?? 'upstream';
  const { like, hint } = examples[found];
  const facts = coreRegistry.find(like);
  if (!facts) throw new Error(`${like} is not a code`);
  const { http, retryable, recovery } = facts;
  const words = inWords(code);
  const keys = placeholdersOf(template ?? '').filter((key) => !reserved.has(key));
  const fits = template !== undefined && keys.length === placeholdersOf(template).length;
  return {
    kind: 'error',
    category: found,
    http,
    retryable,
    recovery,
    since: '0.1.0',
    summary: words,
    message: fits ? [template, words] : words,
    hint,
    details: () => z.looseObject(Object.fromEntries(keys.map((key) => [key, z.json().optional()]))),
  };
};

/** Keys that stand for something else in every failure. */
const reserved: ReadonlySet<string> = new Set(['recourse', 'cause_class']);

const placeholdersOf = (template: string): readonly string[] =>
  [...template.matchAll(/\{([^{}]*)\}/gu)].map(([, key = '']) => key);

/** By the name of a category, or by a code that starts with it. */
const categoryOf = (text: string): Category | undefined => {
  const name = text.toLowerCase();
  return (Object.keys(examples) as Category[]).find((category) => name === category || name.startsWith(`${category}_`));
};

/** `NOT_FOUND_REPOSITORY` as people read it. */
const inWords = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** Codes that an exchange raises itself, before it asks the API or when it reads the answer. */
const exchangeCodes = [
  'VALIDATION_INVALID_TYPE',
  'VALIDATION_INVALID_VALUE',
  'VALIDATION_INVALID_ENUM',
  'VALIDATION_PATTERN_MISMATCH',
  'VALIDATION_OUT_OF_RANGE',
  'VALIDATION_INVALID_ENCODING',
  'VALIDATION_CONTROL_CHARS',
  'VALIDATION_UNSAFE_PATH',
  'VALIDATION_UNSAFE_URL',
  'INTERNAL_ERROR',
] as const satisfies readonly CoreCode[];

/** Every code that an operation of the adapter can answer with: the exchange's, and what its rules lead to. */
export const declaredCodes = (adapter: Adapter): readonly string[] => [
  ...new Set<string>([
    ...upstreamCodes,
    ...exchangeCodes,
    ...adapter.errorCodes.map(({ code }) => code),
    ...adapter.mapping.map(({ code }) => code),
  ]),
];
