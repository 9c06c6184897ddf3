export const languages = ['typescript', 'javascript'] as const;
type Language = (typeof languages)[number];

export const transports = ['stdio', 'http'] as const;
type Transport = (typeof transports)[number];

/** The answers that decide which files are written. */
export interface Choices {
  /** The name of the npm package. */
  readonly name: string;
  readonly language: Language;
  readonly transport: Transport;
}

export const defaults: Choices = { name: 'my-server', language: 'typescript', transport: 'stdio' };

const longestName = 214;
const shown = (value: string): string => JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);

/** Returns the reason why npm would reject a package name; undefined for a valid name. */
export const nameProblem = (name: string): string | undefined => {
  if (name.length > longestName) return `A name can have at most ${longestName} characters, got ${name.length}.`;
  if (name === 'node_modules' || name === 'favicon.ico') return `npm does not allow the name ${shown(name)}.`;
  if (/^(?:@[a-z\d~-][a-z\d._~-]*\/)?[a-z\d~-][a-z\d._~-]*$/u.test(name)) return undefined;
  return `${shown(name)} is not a valid npm package name: use lower-case letters, digits, '-', '.' and '_', and begin with a letter or digit, as in 'my-server' or '@acme/my-server'.`;
};

/** The name without its scope: names the folder and the server. */
export const shortName = (name: string): string => name.slice(name.indexOf('/') + 1);

/** Finds a language or a transport by its name or a prefix of it, such as `ts`, `js` or `s`. */
export const findChoice = <Value extends string>(given: string, known: readonly Value[]): Value | undefined => {
  const word = given.trim().toLowerCase();
  const whole = { ts: 'typescript', js: 'javascript' }[word] ?? word;
  return word === '' ? undefined : known.find((value) => value.startsWith(whole));
};
