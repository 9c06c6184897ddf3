import type { JsonObject } from '@recourse/contract';
import { openConfiguredStores } from '@recourse/stores/configured';
import type { CallOptions, Linked } from '@recourse/testkit';
import type { Connected } from './wires.ts';
import type { World } from './world.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- statements look into answers of many shapes
export type Answer = any;

/** A client of a launch server, the world around the server, and runs that statements share. */
export interface Desk {
  readonly world: World;
  readonly linked: Linked;
  /** Calls a tool and returns its envelope. */
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<Answer>;
  /** Starts a run of the sample product, with changes to its run_config. */
  start(changes?: JsonObject): Promise<string>;
  /** Waits until nothing works on a run any more. Returns its RunStatus. */
  rest(run_id: string): Promise<Answer>;
  /** Starts a run once for all statements, and waits until it rests. */
  run(name: SharedRun): Promise<string>;
  /** Starts a run that waits for its product repository, in CLONED_INPUTS. */
  hold(changes?: JsonObject): Promise<{ readonly run_id: string; release(): void }>;
  /** Reads the record of calls and runs, as `recourse events` does. */
  events(): Promise<readonly Answer[]>;
}

/** Runs by the state that they rest in. No statement changes them, except where their names say so. */
const shared = {
  ready: {},
  validating: { templates_dir: 'launch-templates', required_sections: ['products', 'docs'] },
  exhausted: { templates_dir: 'launch-templates', max_fix_attempts: 0 },
  cancelled: {},
  published: {},
} satisfies Record<string, JsonObject>;
export type SharedRun = keyof typeof shared;

export const openDesk = (world: World, { linked }: Connected): Desk => {
  const begun = new Map<SharedRun, Promise<string>>();
  const call: Desk['call'] = async (tool, args = {}, options = {}) =>
    (await linked.callTool(tool, args, options)).structuredContent;
  const start: Desk['start'] = async (changes = {}) => {
    const { run_id } = await call('launch_start_run', { run_config: { ...world.run_config, ...changes } });
    return run_id;
  };
  const rest: Desk['rest'] = async (run_id) => {
    for (;;) {
      const { status, progress } = await call('launch_get_status', { run_id });
      if (progress.operation === null) return status;
      // Joins the work, and answers at the next change of state.
      await call('launch_resume', { run_id });
    }
  };
  const begin = async (name: SharedRun): Promise<string> => {
    const run_id = await start(shared[name]);
    await rest(run_id);
    if (name === 'cancelled') await call('launch_cancel', { run_id });
    if (name === 'published') await call('launch_open_pr', { run_id });
    return run_id;
  };
  return {
    world,
    linked,
    call,
    start,
    rest,
    run: (name) => {
      const known = begun.get(name) ?? begin(name);
      begun.set(name, known);
      return known;
    },
    hold: async (changes = {}) => {
      const { url, reached, release } = world.held.hold('ada/tally');
      const run_id = await start({ github_repo_url: url, ...changes });
      await reached;
      return { run_id, release };
    },
    events: async () => {
      const { stores } = await openConfiguredStores(world);
      try {
        return await stores.events.read({ limit: 10_000 });
      } finally {
        await stores.close();
      }
    },
  };
};
