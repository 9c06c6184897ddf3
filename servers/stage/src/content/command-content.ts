import { findHiddenCharacter } from '@recourse/contract/hidden-characters';

/** A problem of a string in a call: its place and the rule that it breaks. */
export interface ContentProblem {
  /** The field as a caller writes it: `args[0]`, `env.PATH`. */
  readonly argument: string;
  readonly reason: string;
}

/** Fields with text that people read or that is compared with it. All of Unicode is allowed except control characters. */
const textFields: ReadonlySet<string> = new Set([
  'text',
  'fields',
  'name_contains',
  'name_exact',
  'contains',
  'windowTitle',
  'selector',
  'targetSelector',
  'by',
  'targetBy',
  'values',
  'equals',
  'not_equals',
  'not_contains',
  'promptText',
]);
/** Fields whose values may have several lines. */
const lineFields: ReadonlySet<string> = new Set([...textFields, 'args', 'env']);

const longestText = 100_000;
const longestValue = 10_000;
const longestKey = 200;
const mostCharacters = 500_000;
/** Deeper arguments than any tool has. */
const deepest = 8;

/** C0, DEL and C1 controls without tab and line ends, and halves of surrogate pairs. */
const control = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;
/** Addresses that run code. Browsers ignore white space and control characters around and inside of the scheme. */
const scriptAddress = /^(?:javascript|vbscript|livescript):/iu;

/**
 * Checks every string of a call before it reaches an app: control and hidden characters, addresses that run code, and
 * lengths. Returns the first problem.
 */
export const validateCommandContent = (args: Readonly<Record<string, unknown>>): ContentProblem | undefined => {
  let total = 0;
  const visit = (value: unknown, field: string, argument: string, depth: number): ContentProblem | undefined => {
    if (typeof value === 'string') {
      total += value.length;
      const reason = total > mostCharacters ? tooMuch : reasonOf(value, field);
      return reason === undefined ? undefined : { argument, reason };
    }
    if (typeof value !== 'object' || value === null) return undefined;
    if (depth >= deepest) return { argument, reason: `must not be nested deeper than ${deepest} levels` };
    for (const [key, item] of Object.entries(value)) {
      const name = Array.isArray(value) ? `${argument}[${key}]` : argument === '' ? key : `${argument}.${key}`;
      const problem = keyProblem(key, argument) ?? visit(item, field === '' ? key : field, name, depth + 1);
      if (problem) return problem;
    }
    return undefined;
  };
  return visit(args, '', '', 0);
};

const tooMuch = `all arguments together must have at most ${mostCharacters} characters`;

const keyProblem = (key: string, argument: string): ContentProblem | undefined => {
  if (key.length > longestKey) return { argument, reason: `names must have at most ${longestKey} characters` };
  const hidden = findHiddenCharacter(key);
  return hidden && { argument, reason: `names must not contain the character ${hidden.codePoint}` };
};

const reasonOf = (value: string, field: string): string | undefined => {
  const isText = textFields.has(field);
  const longest = isText ? longestText : longestValue;
  if (value.length > longest) return `must have at most ${longest} characters, got ${value.length}`;
  const found = isText ? findControl(value) : findHiddenCharacter(value, { lines: lineFields.has(field) });
  if (found) return `must not contain the character ${found.codePoint}, found at offset ${found.offset}`;
  // The value of a switch, such as `--app=…`, is opened like an address of its own.
  const address = value.startsWith('-') ? value.slice(value.indexOf('=') + 1) : value;
  const runsCode = !isText && isScriptAddress(address);
  return runsCode ? 'must not be a URL that runs code, such as javascript:' : undefined;
};

const isScriptAddress = (value: string): boolean => scriptAddress.test(value.replaceAll(/[\p{Cc}\p{Z}]/gu, ''));

const findControl = (value: string): { readonly offset: number; readonly codePoint: string } | undefined => {
  const found = control.exec(value);
  if (!found) return undefined;
  const code = found[0].codePointAt(0) ?? 0;
  return { offset: found.index, codePoint: `U+${code.toString(16).toUpperCase().padStart(4, '0')}` };
};
