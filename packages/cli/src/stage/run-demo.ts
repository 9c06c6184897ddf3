import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { createStageServer, readSettings } from '@recourse/stage';
import type { Io } from '../command.ts';
import { createPaint } from '../terminal/paint.ts';
import type { Paint } from '../terminal/paint.ts';
import { startDemoApp } from './demo-app.ts';
import type { DemoApp } from './demo-app.ts';
import { demoMain } from './demo-page.ts';

export interface DemoOptions {
  /** Runs the board as an Electron app; as a page in Chromium otherwise. */
  readonly isElectron: boolean;
  readonly signal: AbortSignal;
}

/** Opens a task board, and shows a session with it as an agent would have it. Returns whether all went well. */
export const runDemo = async (io: Io, { isElectron, signal }: DemoOptions): Promise<boolean> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recourse-stage-demo-'));
  const board = await startDemoApp();
  const stage = createStageServer({ settings: readSettings(io.environment, folder), environment: io.environment });
  const caller = { transport: 'in-process', local: true } as const;
  const call: Call = async (tool, args = {}) => {
    signal.throwIfAborted();
    const { structuredContent } = await stage.server.respond({ tool, arguments: args, caller });
    return structuredContent as unknown as Answer;
  };
  const end = (): void => {
    board.close();
    void stage.close();
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    await writeFile(path.join(folder, 'main.cjs'), demoMain);
    return await show({ io, call, board, folder, isElectron, paint: createPaint(io.colours) });
  } finally {
    signal.removeEventListener('abort', end);
    board.close();
    await stage.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
};

interface Answer {
  readonly ok: boolean;
  readonly code: string;
  readonly error: string;
  readonly hint: string;
  readonly http: number;
  readonly details?: JsonObject;
  readonly next_actions?: readonly string[];
  readonly session_id: string;
  readonly snapshot: string;
  readonly diff: string;
  readonly matches: readonly { readonly ref: number }[];
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly masked: number;
}

type Call = (tool: string, args?: JsonObject) => Promise<Answer>;

interface Show {
  readonly io: Io;
  readonly call: Call;
  readonly board: DemoApp;
  readonly folder: string;
  readonly isElectron: boolean;
  readonly paint: Paint;
}

const show = async ({ io, call, board, folder, isElectron, paint }: Show): Promise<boolean> => {
  const say = (text: string): void => io.out(text);
  const step = async (
    why: string,
    tool: string,
    args: JsonObject,
    tell: (answer: Answer) => string,
  ): Promise<Answer> => {
    say(`\n${paint.bold(why)}\n${paint.cyan(`${tool} ${JSON.stringify(args)}`)}`);
    const answer = await call(tool, args);
    say(indent(answer.ok ? tell(answer) : refusal(answer, paint)));
    return answer;
  };
  say(`A task board is running at ${board.url}. This is how an agent sees it.`);
  const opened = isElectron
    ? await step('Start it as an Electron app', 'electron_launch', launchArguments(folder, board.url), sessionOf)
    : await step('Open it in Chromium', 'electron_open_page', { url: board.url }, sessionOf);
  if (!opened.ok) {
    say("\nRun 'recourse doctor' to see what is missing.");
    return false;
  }
  const text = ({ snapshot }: Answer): string => snapshot;
  const seen = await step('Take a snapshot within a token budget', 'electron_snapshot', { budgetTokens: 800 }, text);
  const found = await call('electron_find', { name_contains: 'Write the report' });
  const ref = found.matches[0]?.ref ?? 1;
  await board.change();
  const changes = ({ diff }: Answer): string => diff;
  await step('The board has changed: show only the difference', 'electron_snapshot', { since: 'last' }, changes);
  await step(
    'Use a reference from the first snapshot',
    'electron_get_text',
    { ref },
    () => 'The element is still there.',
  );
  const shot = await step(
    'Take a screenshot with the password masked',
    'electron_screenshot',
    {},
    ({ width, height, bytes, masked }) =>
      `${width} × ${height}, ${Math.ceil(bytes / 1000)} kB, masked areas: ${masked}`,
  );
  const stopped = await step('Stop the app and all its processes', 'electron_stop', {}, () => 'The app has ended.');
  say("\nNext: 'recourse connect <client> stage' gives these tools to your agent.");
  return seen.ok && shot.ok && stopped.ok;
};

const launchArguments = (folder: string, url: string): JsonObject => ({
  main: path.join(folder, 'main.cjs'),
  args: [url],
});

const sessionOf = ({ session_id }: Answer): string => `The session ID is ${session_id}.`;

const refusal = ({ code, http, error, hint, details, next_actions: next = [] }: Answer, paint: Paint): string =>
  [
    `${paint.yellow(`${code} (${http})`)}: ${error}`,
    ...(details?.['last_role'] === undefined ? [] : [`The element was: ${was(details)}`]),
    ...(typeof details?.['output_tail'] === 'string' ? [details['output_tail']] : []),
    hint,
    ...next.map((action) => `Next: ${action}`),
  ].join('\n');

const was = ({ last_role: role, last_name: name }: JsonObject): string =>
  [role, name].map((part) => (typeof part === 'string' ? part : '')).join(' ');

const indent = (text: string): string => text.replaceAll(/^/gmu, '  ');
