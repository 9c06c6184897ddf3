import { fail, StageError } from '../failing.ts';

/** Switches that open the app to others, or take the debugger away from this server. */
const refusedSwitches =
  /^--?(?:remote-debugging|inspect|no-sandbox|disable-web-security|user-data-dir|load-extension|renderer-cmd-prefix|gpu-launcher|utility-cmd-prefix)/u;

/** Variables that make a program run other code. */
const refusedVariables = /^(?:ELECTRON_RUN_AS_NODE|NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE|LD_.*|DYLD_.*)$/iu;

/** Checks the arguments that a call gives an app. Throws BAD_ARGUMENT. */
export const checkArguments = (given: readonly string[]): void => {
  const switched = given.find((argument) => refusedSwitches.test(argument));
  if (switched !== undefined) throw refused('args', `'${switched}' is set by the server or the operator`);
};

/** Checks the variables that a call gives an app. Throws BAD_ARGUMENT. */
export const checkVariables = (given: Readonly<Record<string, string>>): void => {
  const name = Object.keys(given).find((key) => refusedVariables.test(key) || !/^[A-Za-z_][A-Za-z0-9_]*$/u.test(key));
  if (name !== undefined) throw refused('env', `variable '${name}' is not allowed`);
};

const refused = (argument: string, reason: string): StageError =>
  new StageError(fail('BAD_ARGUMENT', { argument, reason }, { effect: 'none' }));
