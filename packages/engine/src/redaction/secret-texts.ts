export const mask = '[redacted]';

/** Most strings contain none of these, and one test is cheaper than all the replacements. */
const maybeSecret =
  /private key|bearer|basic|authoriz|cookie|gh[pousr]_|github_pat_|glpat-|npm_|xox[a-z]-|a[ks]ia|aiza|sk[-_]|eyj|:\/\/|passw|passphrase|pwd|secret|token|key|credential/i;

const names =
  'password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|credentials?';

/** Each takes bounded steps on a bounded string. The replacement names the kind of secret. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----|$)/g, mask],
  [/\b((?:set-|proxy-)?(?:cookie|authorization))(["']?\s{0,3}[:=]\s{0,3})[^\r\n]+/gi, `$1$2${mask}`],
  [/\b(bearer\s{1,3})[\w.~+/=-]{8,}/gi, `$1${mask}`],
  [/\b([Bb]asic\s{1,3}|BASIC\s{1,3})(?=\S{0,200}(?:[\d=]|[a-z][A-Z]))[A-Za-z\d+/]{8,}={0,2}/g, `$1${mask}`],
  [/\b(?:gh[pousr]_[A-Za-z\d]{16,}|github_pat_\w{20,}|glpat-[\w-]{16,}|npm_[A-Za-z\d]{20,})/g, mask],
  [/\b(?:xox[a-z]-[\w-]{10,}|A[KS]IA[A-Z\d]{16}|AIza[\w-]{30,}|sk[-_][\w-]{16,})/g, mask],
  [/\beyJ[\w-]{10,}(?:\.[\w-]*){0,4}/g, mask],
  [/(:\/\/)[^\s/@]{1,512}@/g, `$1${mask}@`],
  [new RegExp(`((?:${names})["']?\\s{0,3}[=:]\\s{0,3})(?:"[^"]*"?|'[^']*'?|[^\\s"'&,;]+)`, 'gi'), `$1${mask}`],
];

/** Masks everything in a string that looks like a secret, and the given values wherever they occur. */
export const maskTexts = (text: string, values: readonly string[] = []): string => {
  let masked = text;
  for (const value of values) if (masked.includes(value)) masked = masked.replaceAll(value, () => mask);
  if (!maybeSecret.test(masked)) return masked;
  for (const [pattern, replacement] of replacements) masked = masked.replace(pattern, replacement);
  return masked;
};

/** True for a string that should not be in a file that people share. */
export const looksLikeSecret = (text: string): boolean => maskTexts(text) !== text;
