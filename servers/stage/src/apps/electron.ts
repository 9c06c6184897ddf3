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
  const { main, operatorArguments } = options;
  return startApp(
    {
      command: options.program,
      arguments: [
        ...(main === undefined ? ['--remote-debugging-port=0', ...operatorArguments] : developmentSwitches(options)),
        ...(main === undefined ? [] : [main]),
        ...options.arguments,
      ],
      cwd: options.cwd,
      environment: environmentOf(options),
      hasInspector: main !== undefined,
      timeoutMs: options.timeoutMs,
    },
    signal,
  );
};

/** The switches of every Electron in development. */
export const developmentSwitches = ({
  operatorArguments,
}: Pick<ElectronOptions, 'operatorArguments'>): readonly string[] => [
  '--inspect=127.0.0.1:0',
  '--remote-debugging-port=0',
  ...operatorArguments,
];

/** The environment of an app: what it needs to reach the display, and the variables of the call. */
export const environmentOf = (
  { environment, serverEnvironment }: Pick<ElectronOptions, 'environment' | 'serverEnvironment'>,
  programFolders: readonly string[] = [],
): Readonly<Record<string, string>> =>
  selectEnvironment({ names: displayNames, environment, programFolders, source: serverEnvironment });
