import { parseArgs } from 'node:util';
import { drivers } from '../drivers/index.mjs';
import { tasks } from '../tasks/index.mjs';

export const help = `npm run bench:stage -- [options]

Compares the stage with five other servers on one app: 30 tasks, judged by the state of the app, and the speed of a
launch, a snapshot, a read and a click. About 15 minutes.

  --only SERVER   only this server (${drivers.map(({ name }) => name).join(', ')}); may be repeated
  --task PART     only tasks with this in their name; may be repeated
  --answers       prints every call with its answer
  --no-speed      only the tasks
  --json          one JSON document on stdout
  --write         writes docs/stage.md and docs/stage.svg, from a full run
  --help          this text
`;

/** Reads the command line; a message if it is not valid. @param {readonly string[]} args */
export const readOptions = (args) => {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const list = /** @type {const} */ ({ type: 'string', multiple: true, default: [] });
  let values;
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: {
        only: list,
        task: list,
        answers: flag,
        'no-speed': flag,
        json: flag,
        write: flag,
        help: flag,
      },
    }));
  } catch (error) {
    return error.message;
  }
  const { only, task } = values;
  const unknown = only.find((name) => !drivers.some((driver) => driver.name === name));
  if (unknown !== undefined)
    return `--only must be one of ${drivers.map(({ name }) => name).join(', ')}; got ${unknown}`;
  if (values.write && (only.length > 0 || task.length > 0 || values['no-speed']))
    return '--write needs a full run, without --only, --task and --no-speed';
  return {
    ...values,
    drivers: drivers.filter(({ name }) => only.length === 0 || only.includes(name)),
    tasks: tasks.filter(({ name }) => task.length === 0 || task.some((part) => name.includes(part))),
  };
};
