import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { JsonObject } from '@recourse/contract';
import { repetitions } from '@recourse/testkit/repetitions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Sessions } from '../src/sessions/sessions.ts';
import { readSettings } from '../src/settings.ts';
import { disturbances } from '../src/testing/disturbances.ts';
import { lacksElectron, openElectronPlace } from '../src/testing/electron-place.ts';
import type { ElectronPlace } from '../src/testing/electron-place.ts';
import { linkStage } from '../src/testing/linked-stage.ts';
import type { Envelope, LinkedStage } from '../src/testing/linked-stage.ts';
import { processesWithVariable } from '../src/testing/processes.ts';
import { createTools } from '../src/tools/index.ts';
import { drawCall, pick } from './storm/draw-call.ts';
import type { DrawnCall, Random } from './storm/draw-call.ts';
import { serveStormPages } from './storm/storm-pages.ts';
import type { StormPages } from './storm/storm-pages.ts';
import { parseSnapshot } from './stories/snapshot-lines.ts';

const apps = path.join(import.meta.dirname, 'apps');
const main = path.join(apps, 'desk');

/** Longer than any call may take: a call without an answer fails the test by its name. */
const answerMs = 150_000;
/** How long a page may take to report an event. */
const reportMs = 20_000;

let place: ElectronPlace;
let stage: LinkedStage;
let temporary: string;
let file: string;
let pages: StormPages;
let declared: ReadonlyMap<string, ReadonlySet<string>>;

beforeAll(async () => {
  pages = await serveStormPages();
  place = await openElectronPlace();
  temporary = await mkdtemp(path.join(tmpdir(), 'stage-storm-'));
  const chromium = { STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox --disable-gpu --disable-dev-shm-usage' };
  const roots = { STAGE_APP_ROOTS: `${apps}${path.delimiter}${temporary}` };
  file = path.join(temporary, 'storm.txt');
  await writeFile(file, 'storm');
  // All processes of the apps have this variable, by which they are found.
  const environment = { ...place.environment, ...chromium, ...roots, TMPDIR: temporary };
  stage = await linkStage(environment, apps);
  const tools = createTools({ sessions: new Sessions(), settings: readSettings(environment, apps), environment });
  declared = new Map(tools.map(({ name, errors }) => [name, errors]));
});
afterAll(async () => {
  await stage.close();
  await place.close();
  pages.close();
  await rm(temporary, { recursive: true, force: true, maxRetries: 10 });
});

/** Numbers that a seed repeats. */
const createRandom = (seed: number): Random => {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

interface Live {
  readonly sessions: readonly { readonly session_id: string; readonly pid?: number }[];
}

/** The ways in which sessions begin. */
const openings = (): readonly (readonly [string, JsonObject])[] => [
  ['electron_launch', { main, args: [pages.url], allowMultiple: true }],
  ['electron_open_page', { url: pages.url }],
];

describe.skipIf(lacksElectron)('actions in a storm of crashes, reloads, dialogs and window changes', () => {
  it('reach no wrong element, are all answered, and leave no process and no file behind', async () => {
    const seed = Number(process.env['RECOURSE_STORM_SEED'] ?? randomInt(2 ** 31));
    const random = createRandom(seed);
    const pids = new Map<string, number>();
    const touched = new Set<string>();
    const seen: string[] = [];
    const note = (text: string): void => void seen.push(text);
    const story = (more: unknown): string => `seed ${seed}\n${seen.slice(-30).join('\n')}\n${JSON.stringify(more)}`;

    const ask = async (tool: string, args: JsonObject): Promise<Envelope> => {
      let timer: NodeJS.Timeout | undefined;
      const silence = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`${tool} was not answered; ${story(args)}`)), answerMs);
      });
      const answer = await Promise.race([stage.call(tool, args), silence]);
      clearTimeout(timer);
      note(`${tool} ${JSON.stringify(args)}: ${answer.ok ? 'ok' : String(answer['code'])}`);
      if (!answer.ok) expect([...(declared.get(tool) ?? [])], story(answer)).toContain(answer['code']);
      if (typeof args['sessionId'] === 'string') expect(answer._meta.session_id, story(answer)).toBe(args['sessionId']);
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

    const isReceived = ({ name, event }: NonNullable<DrawnCall['effect']>): boolean =>
      pages.received.some((one) => one.name === name && one.event === event);

    /** An action that was answered as done has reached its control. */
    const expectEffect = async ({ effect, tool }: DrawnCall): Promise<void> => {
      if (!effect) return;
      const end = performance.now() + reportMs;
      while (!isReceived(effect) && performance.now() < end) await pause(20);
      expect(isReceived(effect), story([tool, effect])).toBe(true);
    };

    const count = repetitions({ atLeast: 20, full: 500 });
    let lastDisturbed: string | undefined;
    for (let done = 0; done < count;) {
      const { sessions } = (await ask('electron_status', {})) as unknown as Live;
      const [session] = sessions;
      if (!session || (sessions.length < 2 && random(12) === 0)) {
        await open();
        continue;
      }
      const { session_id: sessionId } = pick(random, sessions);
      const { snapshot } = await ask('electron_snapshot', { sessionId });
      const lines = parseSnapshot(String(snapshot ?? ''));
      const drawn = Array.from({ length: 1 + random(3) }, () => drawCall(random, { sessionId, lines, file }));
      for (const { touches } of drawn) for (const name of touches) touched.add(name);
      const isDisturbed = random(3) === 0;
      const ending = random(20) === 0 ? [ask('electron_stop', { sessionId, timeoutMs: 3000 })] : [];
      const [answers] = await Promise.all([
        Promise.all(drawn.map(({ tool, args }) => ask(tool, args))),
        ...(isDisturbed ? [disturb(sessionId)] : []),
        ...ending,
      ]);
      done += drawn.filter(({ isAction }) => isAction).length;
      // A page that crashes or is closed may lose its report, also in the round after that.
      if (!isDisturbed && ending.length === 0 && lastDisturbed !== sessionId)
        for (const [at, call] of drawn.entries()) if (answers[at]?.ok) await expectEffect(call);
      lastDisturbed = isDisturbed ? sessionId : undefined;
    }

    await stage.close();
    // The mouse passes over controls on its way.
    const wrong = pages.received.filter(({ name, event }) => event !== 'mouseover' && !touched.has(name));
    expect(wrong, story(wrong)).toEqual([]);
    expect(await processesWithVariable(`TMPDIR=${temporary}`), story('')).toEqual([]);
    expect((await readdir(temporary)).filter((name) => name.startsWith('recourse-stage-'))).toEqual([]);
    for (const pid of pids.values()) expect(() => process.kill(pid, 0), `seed ${seed}`).toThrow();
  }, 1_800_000);
});
