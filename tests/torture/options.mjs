import { parseArgs } from 'node:util';
import { faults } from './faults.mjs';
import { mutants } from './mutants/mutants.mjs';
import { wireNames } from './wires/wires.mjs';

const help = `Usage: npm run torture -- [options]

Disturbs servers and clients and counts effects in a separate process. Fails if
an intent has two effects, if 'succeeded' or 'verified' has none, if any other
end except 'in_doubt' has one, or if more intents end in doubt than the fault
allows. docs/guarantees.md explains the result.

  --episodes N       episodes in all, spread over the faults (default 320)
  --fault NAME       only this fault; may be repeated
  --store NAME       only sqlite or postgres
  --wire NAME        only rest, mcp or stdio
  --processes N      only 1 or 2 servers on a store
  --lanes N          how many episodes run at the same time
  --seed N           determines the random choices (default 1)
  --number N         only the episode with this number of each fault
  --mutant NAME      breaks one rule, and stops at the first breach; must fail
  --record FILE      keeps finished episodes in FILE and skips those that it has, so
                     that a long run can be interrupted
  --write            writes the table to docs/guarantees.md if the run is
                     complete and kept every rule
  --json             prints the result as JSON
  --help             prints this text

Faults:  ${list(Object.keys(faults))}
Mutants: ${list(Object.keys(mutants))}

Exits with 0 if every rule was kept, with 1 if not, with 2 for a wrong option.`;

function list(names) {
  const lines = [''];
  for (const name of names) {
    if (lines.at(-1).length + name.length > 66) lines.push('');
    lines.push(`${lines.pop()}${name}, `);
  }
  return lines.join('\n         ').slice(0, -2);
}

/** An option with a wrong value. */
export class OptionError extends Error {}

const definitions = {
  episodes: { type: 'string' },
  fault: { type: 'string', multiple: true },
  store: { type: 'string' },
  wire: { type: 'string' },
  processes: { type: 'string' },
  lanes: { type: 'string' },
  seed: { type: 'string', default: '1' },
  number: { type: 'string' },
  mutant: { type: 'string' },
  record: { type: 'string' },
  write: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
};

const parse = (args) => {
  try {
    return parseArgs({ args, options: definitions }).values;
  } catch (error) {
    throw new OptionError(error.message.split('. ')[0]);
  }
};

const oneOf = (option, value, allowed) => {
  if (value !== undefined && !allowed.includes(value))
    throw new OptionError(`--${option} must be one of ${allowed.join(', ')}, got '${value}'`);
  return value;
};

const whole = (option, value, { least, most }) => {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < least || number > most)
    throw new OptionError(`--${option} must be a whole number from ${least} to ${most}, got '${value}'`);
  return number;
};

/** Reads the command line. A mutant brings the fault and the set-up that expose it; other options replace them. */
export const readOptions = (args) => {
  const values = parse(args);
  if (values.help) return { help };
  const mutant = oneOf('mutant', values.mutant, Object.keys(mutants));
  const biased = mutants[mutant] ?? {};
  for (const name of values.fault ?? []) oneOf('fault', name, Object.keys(faults));
  const fault = values.fault ?? biased.fault ?? Object.keys(faults);
  const processes = whole('processes', values.processes, { least: 1, most: 2 }) ?? biased.processes;
  if (mutant === 'new_key' && values.wire === 'rest')
    throw new OptionError('--mutant new_key changes MCP messages: --wire must be mcp or stdio');
  if (mutant === 'redeem_apart' && values.store === 'postgres')
    throw new OptionError('--mutant redeem_apart writes to a SQLite file: --store must be sqlite');
  return {
    mutant,
    faults: [...new Set(fault)],
    store: oneOf('store', values.store, ['sqlite', 'postgres']) ?? biased.store,
    wire: oneOf('wire', values.wire, wireNames) ?? biased.wire,
    processes,
    episodes: whole('episodes', values.episodes, { least: 1, most: 1_000_000 }) ?? (mutant ? 12 : 320),
    lanes: whole('lanes', values.lanes, { least: 1, most: 200 }) ?? (mutant ? 1 : undefined),
    seed: whole('seed', values.seed, { least: 0, most: Number.MAX_SAFE_INTEGER }),
    number: whole('number', values.number, { least: 0, most: 1_000_000 }),
    record: values.record,
    write: values.write,
    json: values.json,
  };
};
