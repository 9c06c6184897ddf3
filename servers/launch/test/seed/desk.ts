import type { JsonObject } from '@recourse/contract';
import { openConfiguredStores } from '@recourse/stores/configured';
import type { CallOptions, Linked } from '@recourse/testkit';
import { expect } from 'vitest';
import type { Connected } from './wires.ts';
import type { World } from './world.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- statements look into answers of many shapes
export type Answer = any;

/** A client of a launch server and the world around the server. */
export interface Desk {
  readonly world: World;
  readonly linked: Linked;
  /** Opens a server with a run that has made a picture, over the same wire. */
  readonly openPicture: Connected['openPicture'];
  /** Calls a tool and returns its envelope. */
  call(tool: string, args?: JsonObject, options?: CallOptions): Promise<Answer>;
  /** Every envelope so far, with its tool. */
  readonly answers: readonly { readonly tool: string; readonly answer: Answer }[];
  /** The addresses of resources that the client was told of, in order. */
  readonly updated: readonly string[];
  /** Starts a run of the sample product, with changes to its run_config. */
  start(changes?: JsonObject): Promise<string>;
  /** Waits until nothing works on a run any more. Returns its RunStatus. */
  rest(run_id: string): Promise<Answer>;
  /** Starts a run that waits for its product repository, in CLONED_INPUTS. */
  hold(changes?: JsonObject): Promise<{ readonly run_id: string; release(): void }>;
  /** Starts a run that fails, and returns the answer of a caller who asked for it before. */
  failed(changes: JsonObject): Promise<Answer>;
  /** Does a thing once for all statements. */
  once<Result>(name: string, make: () => Promise<Result>): Promise<Result>;
  /** Reads the record of calls and runs, as `recourse events` does. */
  events(): Promise<readonly Answer[]>;
}

export const openDesk = (world: World, { linked, openPicture }: Connected): Desk => {
  const made = new Map<string, Promise<unknown>>();
  const answers: { tool: string; answer: Answer }[] = [];
  const updated: string[] = [];
  linked.client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    updated.push(params.uri);
  });
  const call: Desk['call'] = async (tool, args = {}, options = {}) => {
    const { structuredContent: answer } = await linked.callTool(tool, args, options);
    answers.push({ tool, answer });
    return answer;
  };
  const start: Desk['start'] = async (changes = {}) => {
    const { run_id } = await call('launch_start_run', { run_config: { ...world.run_config, ...changes } });
    return run_id;
  };
  const hold: Desk['hold'] = async (changes = {}) => {
    const { url, reached, release } = world.held.hold('ada/tally');
    const run_id = await start({ github_repo_url: url, ...changes });
    await reached;
    return { run_id, release };
  };
  const events: Desk['events'] = async () => {
    const { stores } = await openConfiguredStores(world);
    try {
      return await stores.events.read({ limit: 10_000 });
    } finally {
      await stores.close();
    }
  };
  return {
    world,
    linked,
    openPicture,
    call,
    answers,
    updated,
    start,
    rest: async (run_id) => {
      for (;;) {
        const { status, progress } = await call('launch_get_status', { run_id });
        if (progress.operation === null) return status;
        // Joins the work, and answers at the next change of state.
        await call('launch_resume', { run_id });
      }
    },
    hold,
    failed: async (changes) => {
      const { run_id, release } = await hold(changes);
      // A caller that leaves gets the end of the work by the same call.
      const left = new AbortController();
      const options = { signal: left.signal, onProgress: () => left.abort() };
      await expect(call('launch_resume', { run_id }, options)).rejects.toThrow();
      const about = { subject: `run:${run_id}`, code: 'CALL_CANCELLED' };
      await expect.poll(events, { timeout: 60_000 }).toContainEqual(expect.objectContaining(about));
      release();
      const stateOf = async () => (await call('launch_get_status', { run_id })).status.state;
      await expect.poll(stateOf, { timeout: 120_000 }).toBe('FAILED');
      return call('launch_resume', { run_id });
    },
    once: <Result>(name: string, make: () => Promise<Result>) => {
      const known = (made.get(name) as Promise<Result> | undefined) ?? make();
      made.set(name, known);
      return known;
    },
    events,
  };
};
