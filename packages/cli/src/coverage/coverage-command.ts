import type { Command } from '../command.ts';
import type { CoverageVerb } from './options.ts';

/** A tool of the coverage server as a command. */
export const coverageCommand = (verb: CoverageVerb): Command => ({
  name: `coverage ${verb.tool}`,
  summary: verb.summary,
  help: async () => ({ help: (await import('./coverage-help.ts')).coverageHelp(verb) }),
  load: async () => {
    const { readCoverageArguments } = await import('./read-arguments.ts');
    return {
      run: async (words, io) => {
        const call = readCoverageArguments(verb, words);
        const { runCoverage } = await import('./run-coverage.ts');
        return runCoverage(verb.tool, call, io);
      },
    };
  },
});
