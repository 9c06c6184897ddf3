import { exitCodes } from '../command.ts';
import type { Run } from '../command.ts';
import { UsageError } from '../errors/operator-error.ts';
import { parseArguments } from '../parse-arguments.ts';

/** Runs `recourse aql generate`. */
export const run: Run = async (commandArguments, io) => {
  const { values, positionals } = parseArguments(commandArguments, {
    out: { type: 'string' },
    force: { type: 'boolean', default: false },
    name: { type: 'string' },
    'base-url': { type: 'string' },
    bearer: { type: 'string' },
    tag: { type: 'string', multiple: true, default: [] },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    limit: { type: 'string' },
    json: { type: 'boolean', default: false },
  });
  const [document, ...others] = positionals;
  if (document === undefined) throw new UsageError('Specify an OpenAPI document in YAML or JSON.');
  if (others.length > 0) throw new UsageError(`Specify one document, not ${positionals.length}.`);
  // A wrong command line need not load the parser.
  const { runGenerate } = await import('../aql/run-generate.ts');
  const written = await runGenerate(document, { ...values, baseUrl: values['base-url'] }, io);
  return written ? exitCodes.clean : exitCodes.findings;
};
