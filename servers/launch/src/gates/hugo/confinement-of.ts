import { canConfine } from '@recourse/sandbox';
import type { GateTool } from '@recourse/runs';
import type { LaunchEnvironment } from '../../environment.ts';

/**
 * How hugo is kept inside the folder of its build. `namespace`: the system shows it no other file of the user and no
 * network. `policy`: only hugo's own settings, which do not cover the compilers of JavaScript and Sass inside it.
 */
export type HugoConfinement = NonNullable<LaunchEnvironment['confinement']>;

export const confinementOf = async ({ confinement }: LaunchEnvironment): Promise<HugoConfinement> =>
  confinement ?? ((await canConfine()) ? 'namespace' : 'policy');

/** Describes hugo in a report. */
export const hugoTool = async (environment: LaunchEnvironment, version: string): Promise<GateTool> => ({
  name: 'hugo',
  version,
  confinement: await confinementOf(environment),
});
