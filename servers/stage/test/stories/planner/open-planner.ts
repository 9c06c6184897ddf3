import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Json, JsonObject } from '@recourse/contract';
import { spawnClient } from '@recourse/testkit';
import { openElectronPlace } from '../../../src/testing/electron-place.ts';
import type { Envelope } from '../../../src/testing/linked-stage.ts';
import { openOutsideDebugger } from '../../../src/testing/outside-debugger.ts';
import type { Facts } from '../ledger.ts';
import { nextLoad } from '../reload-page.ts';
import type { StoryHost } from '../story-host.ts';

const command = path.resolve(import.meta.dirname, '../../../../../packages/cli/dist/main.js');
const apps = path.resolve(import.meta.dirname, '../../apps');

interface Task {
  readonly id: number;
  readonly column: string;
  readonly checks: string;
  readonly [field: string]: Json;
}

interface PlannerState {
  readonly tasks: readonly Task[];
  readonly settings: JsonObject;
  readonly notice: string;
  readonly views: Readonly<Record<string, JsonObject>>;
}

/** The planner in Electron, driven over stdio through the command that users start. Its own file is the oracle. */
export const openPlanner = async (): Promise<StoryHost> => {
  const place = await openElectronPlace();
  const env = { ...place.environment, STAGE_APP_ROOTS: `${apps}${path.delimiter}${place.folder}` };
  const served = await spawnClient({ args: [command, 'serve', 'stage', '--stdio'], cwd: place.folder, env });
  const { tools } = await served.client.listTools();
  const call = async (tool: string, args: JsonObject): Promise<Envelope> =>
    (await served.callTool(tool, args)).structuredContent as Envelope;
  const launched = await call('electron_launch', { main: path.join(apps, 'planner'), timeoutMs: 60_000 });
  if (!launched.ok) throw new Error(`The planner did not start: ${JSON.stringify(launched)}`);
  const outside = await openOutsideDebugger(Number(launched['pid']));
  const board = await outside.page('board.html');
  const facts = async (): Promise<Facts> =>
    factsOf(JSON.parse(await readFile(path.join(place.folder, 'planner.json'), 'utf8')) as PlannerState);
  return {
    tools,
    call,
    facts,
    folder: place.folder,
    page: board,
    startOver: async () => {
      const { loaded } = await nextLoad(board);
      await board.send('Runtime.evaluate', { expression: "setTimeout(() => planner.do('startOver'), 0)" });
      await loaded;
      await isLoaded(facts);
      await call('electron_switch_window', {});
    },
    close: async () => {
      outside.close();
      await served.close();
      await place.close();
    },
  };
};

/** The board keeps its view once it is loaded. */
const isLoaded = async (facts: () => Promise<Facts>): Promise<void> => {
  while (!('board dialog' in (await facts()))) await pause(20);
};

/** One fact for each field that is set, and the order of the tasks of each column. Checks run by themselves. */
const factsOf = ({ tasks, settings, notice, views }: PlannerState): Facts => {
  const facts: Record<string, Json | undefined> = { notice };
  for (const { id, column, checks: _, ...fields } of tasks) {
    facts[column] = [...((facts[column] ?? []) as number[]), id];
    for (const [name, value] of Object.entries(fields)) facts[`task ${id} ${name}`] = value;
  }
  for (const [name, value] of Object.entries(settings)) facts[`setting ${name}`] = value;
  for (const [window, view] of Object.entries(views))
    for (const [name, value] of Object.entries(view))
      facts[`${window === 'board' ? window : `window of ${window}`} ${name}`] = value;
  const isSet = (value: Json | undefined): boolean => value !== '' && value !== false && JSON.stringify(value) !== '[]';
  const kept = Object.entries(facts).filter(([name, value]) => name === 'board dialog' || isSet(value));
  return Object.fromEntries(kept) as Facts;
};
