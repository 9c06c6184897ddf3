import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';

/** Programs of util-linux, which every Linux distribution has in the same place. */
const setpriv = '/usr/bin/setpriv';
const unshare = '/usr/bin/unshare';

const probeMs = 5000;
let found: Promise<readonly string[] | undefined> | undefined;

/**
 * Returns the command line that starts a program in a pid namespace of its own, or nothing if this machine allows
 * none. The kernel ends the namespace with its first process, and that one with this process, even after kill -9.
 */
export const findNamespace = (): Promise<readonly string[] | undefined> => (found ??= probe());

const probe = async (): Promise<readonly string[] | undefined> => {
  if (process.platform !== 'linux') return undefined;
  for (const program of [setpriv, unshare]) if (!(await isExecutable(program))) return undefined;
  const command = commandOf(['--map-current-user']);
  return (await succeeds([...command, process.execPath, '--version'])) ? command : undefined;
};

/**
 * The command line for a child that is confined to some files: it also has a network of its own, without any
 * connection. Mounting folders takes the rights of root inside the namespace, which the child itself does not get.
 */
export const confinedNamespace = (): readonly string[] => commandOf(['--map-root-user'], ['--net', '--ipc']);

/** Without privileges, a user namespace comes first. It maps only the user itself. */
const commandOf = (mapping: readonly string[], more: readonly string[] = []): readonly string[] => {
  const user = process.getuid?.() === 0 ? [] : ['--user', ...mapping];
  const flags = [...user, '--pid', '--fork', '--kill-child', '--mount-proc', ...more];
  return [setpriv, '--pdeathsig', 'KILL', '--', unshare, ...flags, '--'];
};

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );

const succeeds = ([program = '', ...words]: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(program, words, { env: {}, timeout: probeMs, killSignal: 'SIGKILL' }, (error) => resolve(error === null));
  });
