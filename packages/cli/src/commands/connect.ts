import type { Run } from '../command.ts';
import { parseArguments } from '../parse-arguments.ts';

/** Runs `recourse connect`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    http: { type: 'string' },
    key: { type: 'string' },
    adapter: { type: 'string' },
    env: { type: 'string', multiple: true, default: [] },
    scope: { type: 'string' },
    name: { type: 'string' },
    force: { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  });
  const [{ connect }, { programAt, thisPlace }, { surroundingsOf }] = await Promise.all([
    import('../connect/connect.ts'),
    import('../connect/program.ts'),
    import('../connect/surroundings.ts'),
  ]);
  return connect(
    { ...values, dryRun: values['dry-run'], positionals },
    {
      io,
      surroundings: surroundingsOf(io),
      program: programAt(thisPlace()),
      now: new Date(io.now?.() ?? Date.now()),
    },
  );
};
