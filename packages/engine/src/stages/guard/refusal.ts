import { fail } from '@recourse/contract';
import type { CoreCode, Failure, FailureOptions } from '@recourse/contract';
import type { Finding, GuardKind, GuardSettings } from '../../guards/guard.ts';
import type { Found } from './judge-fields.ts';

const codes = {
  path: 'VALIDATION_UNSAFE_PATH',
  repositoryPath: 'VALIDATION_UNSAFE_PATH',
  flag: 'VALIDATION_UNSAFE_ARGUMENT',
  argv: 'VALIDATION_UNSAFE_ARGUMENT',
  shellWord: 'VALIDATION_UNSAFE_ARGUMENT',
  identifier: 'VALIDATION_UNSAFE_ARGUMENT',
  duration: 'VALIDATION_UNSAFE_ARGUMENT',
  gitRef: 'VALIDATION_UNSAFE_REF',
  url: 'VALIDATION_UNSAFE_URL',
  pattern: 'VALIDATION_UNSAFE_PATTERN',
  code: 'VALIDATION_UNSAFE_CODE',
} as const satisfies Readonly<Record<GuardKind, CoreCode>>;

/** The core's codes that a guard refuses with. */
export const guardCodes: readonly CoreCode[] = [
  ...new Set<CoreCode>(['VALIDATION_PATTERN_MISMATCH', 'VALIDATION_CONTROL_CHARS', ...Object.values(codes)]),
];

/** One failure for all that was found: the first gives the code, by the server's own refusal where it has one. */
export const refusal = (
  [first, ...rest]: readonly [Found, ...Found[]],
  settings: GuardSettings,
  correlation_id: string,
): Failure => {
  const { finding, cause } = first;
  const own = ownRefusal(finding, settings);
  if (own) return { ...own, correlation_id };
  const problems = [first, ...rest].map(({ finding }) => toProblem(finding));
  const failure = core(finding, problems, { correlation_id, ...(cause !== undefined && { cause }) });
  if (rest.length === 0) return failure;
  // Not every row has room for the other problems; the sentence has.
  const others = rest.map(({ finding: { param_name, reason } }) => `'${param_name}': ${reason}`).join('; ');
  return { ...failure, message: `${failure.message}. Also refused: ${others}` };
};

/** A server whose own refusal fails still refuses. */
const ownRefusal = (finding: Finding, { refusals }: GuardSettings): Failure | undefined => {
  try {
    return refusals?.[finding.kind]?.(finding);
  } catch {
    return undefined;
  }
};

type Problems = ReturnType<typeof toProblem>[];

const toProblem = ({ pointer, kind, reason, value }: Finding) => ({
  path: pointer,
  keyword: kind,
  message: reason,
  ...(value !== undefined && { value }),
});

/** Rows keep of the details what they have a field for. */
const core = (finding: Finding, problems: Problems, options: FailureOptions): Failure => {
  const { kind, rule, param_name, reason, value, more = {} } = finding;
  const { pattern, example, offset, construct } = more;
  const base = { param_name, reason, value, problems };
  if (rule === 'control_chars') {
    const place = { offset: typeof offset === 'number' ? offset : undefined, code_point: text(more['code_point']) };
    return fail('VALIDATION_CONTROL_CHARS', { ...base, ...place }, options);
  }
  if (rule === 'form' && typeof pattern === 'string') {
    return fail('VALIDATION_PATTERN_MISMATCH', { ...base, pattern, example: text(example) }, options);
  }
  if (kind === 'code') {
    const details = { ...base, construct: text(construct) ?? reason, code_hash: text(more['code_hash']) };
    const advice = text(more['advice']);
    return fail('VALIDATION_UNSAFE_CODE', details, { ...options, ...(advice !== undefined && { hint: advice }) });
  }
  const allowed = { allowed_values: texts(more['allowed_values']), allowed_hosts: texts(more['allowed_hosts']) };
  const hint = hintFor(finding);
  return fail(codes[kind], { ...base, ...allowed }, { ...options, ...(hint !== undefined && { hint }) });
};

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const texts = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : undefined;

/** Better advice than the row's, where the rule that was broken is known. */
const hintFor = ({ rule, param_name }: Finding): string | undefined => {
  switch (rule) {
    case 'missing':
      return `Send the path of an existing file or folder as '${param_name}'.`;
    case 'too_long':
      return `Send a shorter '${param_name}'.`;
    case 'range':
      return `Send '${param_name}' within its allowed limits.`;
    case 'option':
      return `Send '${param_name}' without a leading hyphen.`;
    case 'metacharacter':
      return `Send '${param_name}' without white space or shell metacharacters.`;
    case 'value':
      return `Send '${param_name}' with a value that its schema allows.`;
    case 'unchecked':
      return `Omit '${param_name}', or report to the operator that it could not be checked.`;
    default:
      return undefined;
  }
};
