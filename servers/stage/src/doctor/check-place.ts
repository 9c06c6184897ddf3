import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import path from 'node:path';
import { lastLines, runChild, selectEnvironment } from '@recourse/sandbox';
import { findChromium } from '../apps/find-program.ts';
import type { StageSettings } from '../settings.ts';

/** A check of what the stage needs on a machine. */
export interface PlaceFinding {
  readonly check: 'chromium' | 'electron' | 'display' | 'app_roots' | 'screenshots';
  /** `advice`: something is missing that only some calls need. `broken`: the operator's settings are wrong. */
  readonly verdict: 'fine' | 'advice' | 'broken';
  readonly says: string;
  /** An instruction for the operator. */
  readonly todo?: string;
}

export interface PlaceOptions {
  readonly settings: StageSettings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform?: NodeJS.Platform;
  readonly signal?: AbortSignal;
}

const versionTimeoutMs = 5000;
const longestReason = 300;

/** Checks Chromium, Electron, the display and the operator's folders. Programs are started only for their version. */
export const checkPlace = async (options: PlaceOptions): Promise<readonly PlaceFinding[]> =>
  Promise.all([
    checkChromium(options),
    checkElectron(options),
    Promise.resolve(checkDisplay(options)),
    checkAppRoots(options),
    checkScreenshots(options),
  ]);

const checkChromium = async (options: PlaceOptions): Promise<PlaceFinding> => {
  const check = 'chromium';
  const { environment } = options;
  const given = environment['STAGE_CHROMIUM'];
  const program = await findChromium(environment);
  if (program !== undefined) return versionOf(check, program, options);
  return given
    ? {
        check,
        verdict: 'broken',
        says: `STAGE_CHROMIUM is not an executable file: ${given}`,
        todo: 'Correct STAGE_CHROMIUM, or make the file executable.',
      }
    : {
        check,
        verdict: 'advice',
        says: 'Chromium is not on the PATH; electron_open_page needs it',
        todo: 'Install Chromium, or set STAGE_CHROMIUM to the path of its executable.',
      };
};

const checkElectron = async (options: PlaceOptions): Promise<PlaceFinding> => {
  const check = 'electron';
  const { electron } = options.settings;
  if (electron === undefined) return { check, verdict: 'fine', says: 'each project uses its own Electron' };
  if (await isAllowed(electron, constants.X_OK)) return versionOf(check, electron, options);
  const says = `STAGE_ELECTRON is not an executable file: ${electron}`;
  return { check, verdict: 'broken', says, todo: 'Correct STAGE_ELECTRON, or make the file executable.' };
};

/** Starts a program for its version only: that shows whether its libraries are there. */
const versionOf = async (
  check: 'chromium' | 'electron',
  program: string,
  { settings, environment, signal }: PlaceOptions,
): Promise<PlaceFinding> => {
  const operatorArguments = check === 'electron' ? settings.electronArguments : settings.chromiumArguments;
  const end = await runChild(
    {
      command: program,
      arguments: [...operatorArguments, '--version'],
      cwd: path.dirname(program),
      environment: selectEnvironment({ source: environment, names: ['DISPLAY'] }),
      timeoutMs: versionTimeoutMs,
    },
    signal ? { signal } : {},
  );
  const version = /v?(\d+(?:\.\d+)+)/u.exec(end.output)?.[1];
  if (end.exitCode === 0 && version !== undefined) return { check, verdict: 'fine', says: `${version}, ${program}` };
  const reason =
    end.stopped === undefined ? lastLines(end.output).slice(-longestReason) : 'it did not print its version in time';
  const isChosen = check === 'electron' || Boolean(environment['STAGE_CHROMIUM']);
  return {
    check,
    // A program that happens to be on the path is needed by some calls only.
    verdict: isChosen ? 'broken' : 'advice',
    says: `${program} does not run: ${reason || `exit code ${end.exitCode}`}`,
    todo: `Install any libraries that the error mentions, or set STAGE_${check.toUpperCase()}_ARGUMENTS to the switches that the program needs.`,
  };
};

const checkDisplay = ({ environment, platform = process.platform }: PlaceOptions): PlaceFinding => {
  const check = 'display';
  if (platform !== 'linux') return { check, verdict: 'fine', says: "this machine's desktop" };
  const name = ['WAYLAND_DISPLAY', 'DISPLAY'].find((variable) => environment[variable]);
  if (name !== undefined) return { check, verdict: 'fine', says: `${name}=${environment[name]}` };
  return {
    check,
    verdict: 'advice',
    says: 'no display; Electron apps need one, pages in Chromium do not',
    todo: 'Start the server with xvfb-run, or set DISPLAY.',
  };
};

const checkAppRoots = async ({ settings: { appRoots } }: PlaceOptions): Promise<PlaceFinding> => {
  const check = 'app_roots';
  for (const root of appRoots) {
    const isFolder = await stat(root).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isFolder && (await isAllowed(root, constants.R_OK | constants.X_OK))) continue;
    const says = `${root} is not a readable folder`;
    return { check, verdict: 'broken', says, todo: 'Correct STAGE_APP_ROOTS, or the permissions of the folder.' };
  }
  return { check, verdict: 'fine', says: appRoots.join(path.delimiter) };
};

const checkScreenshots = async ({ settings: { screenshotFolder } }: PlaceOptions): Promise<PlaceFinding> => {
  const check = 'screenshots';
  if (screenshotFolder === undefined)
    return { check, verdict: 'fine', says: 'no folder is set: screenshots are only returned as images' };
  const existing = await nearestFolder(screenshotFolder);
  if (await isAllowed(existing, constants.W_OK)) return { check, verdict: 'fine', says: screenshotFolder };
  const says = `${existing} is not writable`;
  return { check, verdict: 'advice', says, todo: 'Set STAGE_SCREENSHOTS to a writable folder.' };
};

const nearestFolder = async (folder: string): Promise<string> => {
  const above = path.dirname(folder);
  return above === folder || (await isAllowed(folder, constants.F_OK)) ? folder : nearestFolder(above);
};

const isAllowed = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );
