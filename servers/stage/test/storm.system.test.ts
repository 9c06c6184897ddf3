import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { disturbances } from '../src/testing/disturbances.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { Envelope, LinkedStage } from '../src/testing/linked-stage.ts';
import { processesWithVariable } from '../src/testing/processes.ts';

const apps = path.join(import.meta.dirname, 'apps');
const main = path.join(apps, 'lifecycle');

/** The codes by which a session may say what happened. Any other one is a bug. */
const expected: ReadonlySet<unknown> = new Set([
  'NOT_RUNNING',
  'ALREADY_RUNNING',
  'SESSION_AMBIGUOUS',
  'LAUNCH_FAILED',
  'SURFACE_CLOSED',
  'SURFACE_NOT_FOUND',
  'RENDERER_HUNG',
  'CDP_TIMEOUT',
  'REF_NOT_FOUND',
  'SELECTOR_NO_MATCH',
]);

/** Longer than any call may take: a call without an answer fails the test by its name. */
const answerMs = 150_000;

let place: ElectronPlace;
let stage: LinkedStage;
let temporary: string;
let pages: Server;

beforeAll(async () => {
  pages = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<title>Storm</title><h1>Storm</h1><button>Hold on</button>');
  });
  pages.listen(0, '127.0.0.1');
  await once(pages, 'listening');
  place = await openElectronPlace();
  temporary = await mkdtemp(path.join(tmpdir(), 'stage-storm-'));
  const chromium = { STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage' };
  // All processes of the apps have this variable, by which they are found.
  stage = await linkStage({ ...place.environment, ...chromium, TMPDIR: temporary }, apps);
});
afterAll(async () => {
  await stage.close();
  await place.close();
  pages.closeAllConnections();
  pages.close();
  await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
});

/** Numbers that a seed repeats. */
const createRandom = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

type Random = ReturnType<typeof createRandom>;
const pick = <Value>(random: Random, values: readonly Value[]): Value => values[random(values.length)] as Value;

interface Live {
  readonly sessions: readonly { readonly session_id: string; readonly pid?: number }[];
}

/** The ways in which sessions begin. */
const openings = (): readonly (readonly [string, JsonObject])[] => [
  ['electron_launch', { main, allowMultiple: true }],
  ['electron_launch', { main, allowMultiple: true }],
  ['electron_open_page', { url: `http://127.0.0.1:${(pages.address() as AddressInfo).port}/` }],
];

/** The calls that a session gets, with arguments that are right or out of date. */
const calls = (random: Random, sessionId: string): readonly (readonly [string, JsonObject])[] => [
  ['electron_snapshot', { sessionId }],
  ['electron_snapshot', { sessionId, since: 'last' }],
  ['electron_find', { sessionId, role: 'button' }],
  ['electron_get_text', { sessionId, ref: 1 + random(30) }],
  ['electron_elements_list', { sessionId, selector: 'button' }],
  ['electron_get_state', { sessionId, selector: 'button' }],
  ['electron_focused_element', { sessionId }],
  ['electron_surfaces_list', { sessionId }],
  ['electron_info', { sessionId }],
  ['electron_windows_list', { sessionId }],
  ['electron_switch_surface', { sessionId, surfaceId: `s${1 + random(6)}` }],
  ['electron_switch_surface', { sessionId, surfaceId: 's1' }],
  ['electron_console_logs', { sessionId }],
  ['electron_status', {}],
];

describe.skipIf(lacksElectron)('sessions in a storm of crashes, reloads and window changes', () => {
  it('answer every call, end every process and leave no file behind', async () => {
    const seed = randomInt(2 ** 31);
    const random = createRandom(seed);
    const pids = new Map<string, number>();
    const seen: string[] = [];
    const note = (text: string): void => void seen.push(text);

    const ask = async (tool: string, args: JsonObject): Promise<Envelope> => {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`${tool} was not answered; seed ${seed}`)), answerMs);
      });
      const answer = await Promise.race([stage.call(tool, args), silence]);
      clearTimeout(timer);
      note(`${tool} ${JSON.stringify(args)}: ${answer.ok ? 'ok' : String(answer['code'])}`);
      const story = `seed ${seed}\n${seen.slice(-30).join('\n')}\n${JSON.stringify(answer)}`;
      if (!answer.ok) expect(expected.has(answer['code']), story).toBe(true);
      if (typeof args['sessionId'] === 'string') expect(answer._meta.session_id, story).toBe(args['sessionId']);
      return answer;
    };

    const open = async (): Promise<void> => {
      const [tool, args] = pick(random, openings());
      const answer = await ask(tool, args);
      if (answer.ok) pids.set(String(answer['session_id']), Number(answer['pid']));
    };

    const disturb = async (sessionId: string): Promise<void> => {
      const pid = pids.get(sessionId);
      const [name, act] = pick(random, Object.entries(disturbances));
      note(`${name} ${sessionId}`);
      // An app that is already dead cannot be disturbed.
      if (pid !== undefined) await act(pid).catch(() => undefined);
    };

    const count = repetitions({ atLeast: 30, full: 500 });
    for (let done = 0; done < count;) {
      const { sessions } = (await ask('electron_status', {})) as unknown as Live;
      const [session] = sessions;
      if (!session || (sessions.length < 2 && random(12) === 0)) {
        await open();
        done += 1;
        continue;
      }
      const { session_id: sessionId } = pick(random, sessions);
      const asked = Array.from({ length: 1 + random(3) }, () => pick(random, calls(random, sessionId)));
      const ending = random(15) === 0 ? [ask('electron_stop', { sessionId, timeoutMs: 3000 })] : [];
      await Promise.all([
        ...asked.map(([tool, args]) => ask(tool, args)),
        ...(random(3) === 0 ? [disturb(sessionId)] : []),
        ...ending,
      ]);
      done += asked.length + ending.length;
    }

    await stage.close();
    expect(await processesWithVariable(`TMPDIR=${temporary}`), `seed ${seed}\n${seen.join('\n')}`).toEqual([]);
    expect((await readdir(temporary)).filter((name) => name.startsWith('recourse-stage-'))).toEqual([]);
    for (const pid of pids.values()) expect(() => process.kill(pid, 0), `seed ${seed}`).toThrow();
  }, 600_000);
});
