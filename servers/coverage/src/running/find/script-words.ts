/** Operators, variables, escapes and comments, which only a shell understands. `expandWords` expands patterns of names. */
const shellOnly = /[`$;|&<>()!#~\\\n\r]/;

/** Splits a script into words. Returns undefined for a script that needs a shell. */
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

type Scripts = Readonly<Record<string, string>>;

/** Scripts that may run the tests, the likeliest first. */
const testScripts = ['test', 'coverage', 'test:coverage', 'cover', 'test:unit', 'tests-only', 'unit'];
const managers: ReadonlySet<string> = new Set(['npm', 'yarn', 'pnpm']);
const deepest = 5;

/**
 * The commands that the test scripts run, each as its words: parts joined by `&&` one by one, and `npm run name` as the
 * commands of that script. Parts that need a shell are left out.
 */
export const testCommands = (scripts: Scripts): readonly (readonly string[])[] =>
  testScripts.flatMap((name) => commandsOf(name, scripts, 0));

const commandsOf = (name: string, scripts: Scripts, depth: number): readonly (readonly string[])[] => {
  const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  if (script === undefined || depth > deepest) return [];
  return script.split('&&').flatMap((part) => {
    const words = scriptWords(part.trim());
    if (!words) return [];
    const target = scriptNamedBy(words);
    if (target !== undefined) return commandsOf(target, scripts, depth + 1);
    return [withoutLauncher(words)];
  });
};

/** `npm test`, `npm run name` and `yarn name` stand for another script. */
const scriptNamedBy = ([program = '', verb = '', target]: readonly string[]): string | undefined => {
  if (!managers.has(program)) return undefined;
  const named = verb === 'run' || verb === 'run-script' ? target : verb;
  return named === 't' ? 'test' : named;
};

const withoutLauncher = (words: readonly string[]): readonly string[] => (words[0] === 'npx' ? words.slice(1) : words);

/** The words behind a program in the first test command that runs it: what a project itself says to it. */
export const wordsAfter = (scripts: Scripts, program: string): readonly string[] | undefined => {
  const command = testCommands(scripts).find((words) => words[0] === program && runsTests(words));
  return command && resolveNpm(command.slice(1), scripts);
};

/** Whether a command runs tests. Of Node's programs only the test runner does: a script may start others before it. */
const runsTests = ([program, ...words]: readonly string[]): boolean =>
  program !== 'node' || words.some((word) => /^--test(?:=|$)/.test(word));

/** A measured program may itself be `npm test` or `npm run name`, if that script is one command. */
const resolveNpm = (words: readonly string[], scripts: Scripts): readonly string[] | undefined => {
  const at = words.findIndex((word) => managers.has(word));
  if (at < 0) return words;
  const target = scriptNamedBy(words.slice(at));
  const [only, ...more] = target === undefined ? [] : commandsOf(target, scripts, 1);
  if (!only || more.length > 0 || only.some((word) => managers.has(word))) return undefined;
  return [...words.slice(0, at), ...only];
};
