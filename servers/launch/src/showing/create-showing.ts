import type { Runs } from '@recourse/runs';
import { createEnvironment } from '../create-environment.ts';
import { readSettings } from '../settings.ts';
import { startPreview } from './preview/start-preview.ts';
import type { Preview } from './preview/start-preview.ts';
import { renderReport } from './report/render-report.ts';
import { readShownRun } from './run/read-shown-run.ts';

export interface ShowingOptions {
  /** Runs to look at. This process does not have to work on them. */
  readonly runs: Runs;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
}

/** Shows the launches of a working directory to people. */
export interface Showing {
  /** The validation report of a run as one HTML file. */
  report(run_id: string, signal: AbortSignal): Promise<string>;
  /** Builds the pages of a run and serves them on this machine, with the evidence of each sentence. */
  preview(run_id: string, options: { readonly port: number; readonly signal: AbortSignal }): Promise<Preview>;
}

/** Reads the operator's settings and opens the way to the repositories of runs. */
export const createShowing = ({ runs, environment: variables, cwd }: ShowingOptions): Showing => {
  const environment = createEnvironment(readSettings(variables), cwd);
  const { repositories } = environment;
  return {
    report: async (run_id, signal) => renderReport(await readShownRun(run_id, { runs, repositories, signal })),
    preview: (run_id, options) => startPreview(run_id, { runs, environment, ...options }),
  };
};
