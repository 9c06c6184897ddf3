import path from 'node:path';

const here = import.meta.dirname;

/** The program of a server and its environment. `clock` is the file that sets its clock off. */
export const serverProgram = (settings, clock) => ({
  args: [path.join(here, 'server.mjs'), JSON.stringify(settings)],
  execArgv: ['--import', path.join(here, 'skew.mjs')],
  env: { ...process.env, TORTURE_CLOCK: clock },
});
