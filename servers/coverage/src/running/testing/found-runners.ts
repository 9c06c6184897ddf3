import type { FoundRunner, RunnerName } from '../plan.ts';

/** Runners as they would be found, for plans that are only looked at. */
export const foundRunner = (name: RunnerName): FoundRunner => ({
  name,
  language: name === 'pytest' ? 'python' : name === 'go-test' ? 'go' : 'javascript',
  version: '1.0.0',
  command: `/programs/${name}`,
  base: name === 'node-test' ? [] : [`/programs/${name}.js`],
  ...((name === 'c8' || name === 'nyc') && { measured: [process.execPath, '/programs/mocha.js', 'test'] }),
  programFolders: [],
  environment: {},
});
