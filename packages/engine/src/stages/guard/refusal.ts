import { coreRegistry } from '@recourse/contract';
import type { CoreCode, Failure, FailureOptions, JsonObject } from '@recourse/contract';
import type { Finding, GuardKind, GuardSettings } from '../../guards/guard.ts';
import type { Found } from './judge-fields.ts';

const codes = {
  path: 'VALIDATION_UNSAFE_PATH',
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
  const problems = rest.length > 0 ? { problems: [first, ...rest].map(({ finding }) => toProblem(finding)) } : {};
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

const toProblem = ({ pointer, kind, reason, value }: Finding): JsonObject => ({
  path: pointer,
  keyword: kind,
  message: reason,
  ...(value !== undefined && { value }),
});

/** Rows keep of the details what they have a field for. */
const core = (finding: Finding, problems: JsonObject, options: FailureOptions): Failure => {
  const { kind, rule, param_name, reason, value, more = {} } = finding;
  const details = { param_name, reason, ...more, ...(value !== undefined && { value }), ...problems };
  const fail = coreRegistry.fail as FailByName;
  if (rule === 'control_chars') return fail('VALIDATION_CONTROL_CHARS', details, options);
  if (rule === 'form' && 'pattern' in more) return fail('VALIDATION_PATTERN_MISMATCH', details, options);
  if (kind === 'code') return fail('VALIDATION_UNSAFE_CODE', { construct: reason, ...details }, options);
  const hint = hintFor(finding);
  return fail(codes[kind], details, { ...options, ...(hint !== undefined && { hint }) });
};

type FailByName = (code: CoreCode, details: JsonObject, options: FailureOptions) => Failure;

/** Better advice than the row's, where the rule that was broken is known. */
const hintFor = ({ rule, param_name }: Finding): string | undefined => {
  switch (rule) {
    case 'missing':
      return `Send '${param_name}' as the path of something that is there.`;
    case 'too_long':
      return `Send a shorter '${param_name}'.`;
    case 'range':
      return `Send '${param_name}' within its bounds.`;
    case 'option':
      return `Send '${param_name}' with no leading hyphen.`;
    case 'metacharacter':
      return `Send '${param_name}' with no white space and none of the characters that a shell acts on.`;
    case 'value':
      return `Send '${param_name}' with a value that its schema allows.`;
    case 'unchecked':
      return `Report that '${param_name}' could not be checked, or leave it out.`;
    default:
      return undefined;
  }
};
