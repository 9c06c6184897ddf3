import path from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The operator's settings of the stage, from the environment. No call can change them. */
export interface StageSettings {
  /** Arguments for every Chromium that is started, such as `--no-sandbox` in a container. */
  readonly chromiumArguments: readonly string[];
  readonly isHeadless: boolean;
  /** The Electron that development launches use in place of the project's own. */
  readonly electron: string | undefined;
  /** Arguments for every Electron app that is started. */
  readonly electronArguments: readonly string[];
  /** The folders that apps and files of calls must lie in. */
  readonly appRoots: readonly string[];
}

/** Reads the settings. An empty variable counts as absent. Apps must lie in the working directory unless told otherwise. */
export const readSettings = (environment: Environment, cwd: string): StageSettings => ({
  chromiumArguments: words(environment['STAGE_CHROMIUM_ARGUMENTS']),
  isHeadless: environment['STAGE_HEADED'] !== '1',
  electron: environment['STAGE_ELECTRON'] || undefined,
  electronArguments: words(environment['STAGE_ELECTRON_ARGUMENTS']),
  appRoots: environment['STAGE_APP_ROOTS'] ? environment['STAGE_APP_ROOTS'].split(path.delimiter) : [cwd],
});

const words = (text: string | undefined): readonly string[] => (text ?? '').split(' ').filter((word) => word !== '');
