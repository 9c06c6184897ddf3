import { selectEnvironment } from '@recourse/sandbox';
import type { RunningApp } from './running-app.ts';
import { startApp } from './start-app.ts';
import type { AppPlan } from './start-app.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const displayNames = ['DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS'];

export interface ElectronOptions {
  /** The folder or main file of an app in development; undefined for a packaged app. */
  readonly main: string | undefined;
  readonly program: string;
  /** How the main process is used; undefined if the app is started without its inspector. */
  readonly inspector: AppPlan['inspector'];
  readonly arguments: readonly string[];
  /** Arguments of the operator, such as `--no-sandbox` in a container. */
  readonly operatorArguments: readonly string[];
  /** Variables of the call, besides those of the server that every app needs. */
  readonly environment: Readonly<Record<string, string>>;
  readonly serverEnvironment: Environment;
  readonly cwd: string;
  readonly timeoutMs: number;
}

/** Starts an Electron app: a project in development, or a packaged app. */
export const startElectron = (options: ElectronOptions, signal: AbortSignal): Promise<RunningApp> => {
  const { main, program, cwd, inspector, timeoutMs } = options;
  return startApp(
    {
      command: program,
      arguments: [...debuggerSwitches(options), ...(main === undefined ? [] : [main]), ...options.arguments],
      cwd,
      environment: environmentOf(options),
      inspector,
      timeoutMs,
    },
    signal,
  );
};

/** The switches for the debuggers. The main process waits for its own, so that no dialog comes before that. */
export const debuggerSwitches = ({
  inspector,
  operatorArguments,
}: Pick<ElectronOptions, 'inspector' | 'operatorArguments'>): readonly string[] => [
  ...(inspector ? ['--inspect-brk=127.0.0.1:0'] : []),
  '--remote-debugging-port=0',
  ...operatorArguments,
];

/** The environment of an app: what it needs to reach the display, and the variables of the call. */
export const environmentOf = (
  { environment, serverEnvironment }: Pick<ElectronOptions, 'environment' | 'serverEnvironment'>,
  programFolders: readonly string[] = [],
): Readonly<Record<string, string>> =>
  selectEnvironment({ names: displayNames, environment, programFolders, source: serverEnvironment });
