import { fail, StageError } from '../failing.ts';

/**
 * Switches that open the app to others, run other code, weaken its isolation, or take the debugger away from this
 * server. Chromium reads them anywhere among the arguments, with one dash or two.
 */
const refusedSwitches =
  /^--?(?:remote-|inspect|no-sandbox|disable-(?:web-security|site-isolation|seccomp|setuid-sandbox|namespace-sandbox|gpu-sandbox)|allow-running-insecure-content|ignore-certificate-errors|user-data-dir|load-extension|disable-extensions-except|(?:renderer|utility|ppapi-plugin|plugin)-(?:cmd-prefix|launcher)|gpu-launcher|browser-subprocess-path|js-flags|proxy-|host-rules|host-resolver-rules|single-process|zygote-cmd-prefix)/u;

/** Variables that make a program run other code, or lead it to other programs and files. */
const refusedVariables =
  /^(?:ELECTRON_RUN_AS_NODE|ELECTRON_OVERRIDE_DIST_PATH|ELECTRON_EXEC_PATH|NODE_OPTIONS|NODE_PATH|NODE_REPL_EXTERNAL_MODULE|LD_.*|DYLD_.*|PATH|HOME|SHELL|npm_.*|GTK_.*|RECOURSE_.*|__proto__)$/iu;

/** Checks the arguments that a call gives an app. Throws BAD_ARGUMENT. */
export const checkArguments = (given: readonly string[]): void => {
  const switched = given.find(isRefused);
  if (switched !== undefined) throw refused('args', `'${switched}' can be set only by the server or the operator`);
};

const isRefused = (argument: string): boolean => refusedSwitches.test(argument.toLowerCase().replaceAll('_', '-'));

/** Checks the variables that a call gives an app. Throws BAD_ARGUMENT. */
export const checkVariables = (given: Readonly<Record<string, string>>): void => {
  const name = Object.keys(given).find((key) => refusedVariables.test(key) || !/^[A-Za-z_][A-Za-z0-9_]*$/u.test(key));
  if (name !== undefined) throw refused('env', `variable '${name}' is not allowed`);
  const broken = Object.entries(given).find(([, value]) => value.includes('\0'));
  if (broken) throw refused('env', `the value of '${broken[0]}' contains a null character`);
};

const refused = (argument: string, reason: string): StageError =>
  new StageError(fail('BAD_ARGUMENT', { argument, reason }, { effect: 'none' }));
