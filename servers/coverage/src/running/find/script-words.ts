/** What only a shell understands: operators, variables, escapes, comments. Patterns of names are left to `expandWords`. */
const shellOnly = /[`$;|&<>()!#~\\\n\r]/;

/** The words of a script that needs no shell; undefined where one does. */
export const scriptWords = (script: string): readonly string[] | undefined => {
  const words: string[] = [];
  const pieces = /\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))(?=\s|$)/gy;
  let end = 0;
  for (const [whole, double, single, plain] of script.trimEnd().matchAll(pieces)) {
    // Inside quotes a pattern is text, save for what double quotes let through.
    if (plain !== undefined && shellOnly.test(plain)) return undefined;
    if (double !== undefined && /[`$\\!]/.test(double)) return undefined;
    words.push(double ?? single ?? plain ?? '');
    end += whole.length;
  }
  if (end !== script.trimEnd().length || words.length === 0) return undefined;
  return /^[A-Za-z_][A-Za-z0-9_]*=/.test(words[0] ?? '') ? undefined : words;
};

/** The words behind a program in one of the scripts, `test` first: what a project itself says to it. */
export const wordsAfter = (
  scripts: Readonly<Record<string, string>>,
  program: string,
): readonly string[] | undefined => {
  const names = ['test', 'coverage', 'test:coverage', 'cover', 'test:unit'];
  for (const name of names) {
    const words = scriptWords(scripts[name] ?? '');
    if (words?.[0] === program) return resolveNpm(words.slice(1), scripts);
  }
  return undefined;
};

/** `npm test` and `npm run name` stand for another script. */
const resolveNpm = (
  words: readonly string[],
  scripts: Readonly<Record<string, string>>,
): readonly string[] | undefined => {
  const at = words.findIndex((word) => word === 'npm' || word === 'yarn' || word === 'pnpm');
  if (at < 0) return words;
  const [verb = '', target] = words.slice(at + 1);
  const named = verb === 'run' ? target : verb;
  const script = named === undefined ? undefined : scriptWords(scripts[named === 't' ? 'test' : named] ?? '');
  return script ? [...words.slice(0, at), ...script] : undefined;
};
