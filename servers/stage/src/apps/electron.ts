import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { selectEnvironment } from '@recourse/sandbox';
import type { RunningApp } from './running-app.ts';
import { startApp } from './start-app.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const displayNames = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'];

export interface ElectronOptions {
  /** The folder or main file of an app in development; undefined for a packaged app. */
  readonly main: string | undefined;
  readonly program: string;
  readonly arguments: readonly string[];
  /** Arguments of the operator, such as `--no-sandbox` in a container. */
  readonly operatorArguments: readonly string[];
  /** Variables of the call, besides those of the server that every app needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly serverEnvironment: Environment;
  readonly cwd: string;
  readonly timeoutMs: number;
}

/**
 * Starts an Electron app. In development the main process listens for a debugger too, as with Playwright; a packaged
 * app need not allow that.
 */
export const startElectron = (options: ElectronOptions, signal: AbortSignal): Promise<RunningApp> => {
  const { main } = options;
  return startApp(
    {
      command: options.program,
      arguments: [
        ...(main === undefined ? [] : ['--inspect=127.0.0.1:0']),
        '--remote-debugging-port=0',
        ...options.operatorArguments,
        ...(main === undefined ? [] : [main]),
        ...options.arguments,
      ],
      cwd: options.cwd,
      environment: selectEnvironment({
        names: displayNames,
        environment: options.environment,
        source: options.serverEnvironment,
      }),
      hasInspector: main !== undefined,
      timeoutMs: options.timeoutMs,
    },
    signal,
  );
};

/** Finds the Electron of a project: the one that is installed in its folder or in a folder above. */
export const findProjectElectron = async (main: string): Promise<string | undefined> => {
  const isFolder = (await stat(main)).isDirectory();
  for (let folder = isFolder ? main : path.dirname(main); ; folder = path.dirname(folder)) {
    const installed = path.join(folder, 'node_modules', 'electron');
    const name = await readFile(path.join(installed, 'path.txt'), 'utf8').catch(() => undefined);
    if (name !== undefined) return path.join(installed, 'dist', name.trim());
    if (path.dirname(folder) === folder) return undefined;
  }
};
