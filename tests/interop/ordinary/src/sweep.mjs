import fc from 'fast-check';
import { argumentsOf } from './arguments-of.mjs';
import { callOf } from './servers.mjs';

/** Other seeds see other calls; `RECOURSE_SEED=7 npm test`. */
export const seed = Number(process.env['RECOURSE_SEED'] ?? 20_261_116);

/** Generated calls of every listed tool, one tool after the other and round again, as they are sent in a world. */
export const sweepOf = (server, tools, each) => {
  const swept = tools.filter(({ name }) => !server.notSwept?.includes(name));
  const samples = swept.map(({ inputSchema }) =>
    fc.sample(argumentsOf(inputSchema, server.values), { seed, numRuns: each }),
  );
  const calls = Array.from({ length: each }, (_, round) =>
    swept.map(({ name }, index) => ({ tool: name, arguments: samples[index][round] })),
  );
  return calls.flat().map((call) => (world) => callOf(server, call, world));
};
