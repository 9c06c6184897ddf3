import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const main = path.join(root, 'packages', 'cli', 'dist', 'main.js');
const desk = path.join(import.meta.dirname, 'fixtures', 'call-server.mjs');
const ledgerServer = path.join(import.meta.dirname, 'fixtures', 'ledger-server.mjs');

let cwd: string;
let running: ChildProcess[];
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), 'recourse-call-'));
  running = [];
});
afterEach(async () => {
  for (const child of running) await end(child);
  rmSync(cwd, { recursive: true });
});

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

const environment = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' };

interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Comes when it has written this, to either. */
  until(text: string): Promise<void>;
  exit(): Promise<number | null>;
}

const startProgram = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Started => {
  const child = spawn(command, args, { cwd, env: { ...environment, ...env }, stdio: 'pipe' });
  running.push(child);
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  return {
    child,
    out: () => out,
    err: () => err,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if ((out + err).includes(text)) resolve();
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        void ended.then(() => reject(new Error(`It ended without '${text}': ${out}${err}`)));
        look();
      }),
    exit: async () => (await ended)[0],
  };
};

const start = (...args: readonly string[]): Started => startProgram(process.execPath, [main, 'call', ...args]);

interface Ran {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

const finish = async (started: Started): Promise<Ran> => {
  const exit = await started.exit();
  return { exit, out: started.out(), err: started.err() };
};

const call = (...args: readonly string[]): Promise<Ran> => {
  const started = start(...args);
  started.child.stdin?.end();
  return finish(started);
};

const json = async (...args: readonly string[]) => {
  const { out, exit } = await call(...args, '--json');
  return { exit, document: JSON.parse(out) as Record<string, unknown> };
};

const done = (): readonly string[] => {
  const file = path.join(cwd, 'done.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

/** `recourse serve` over HTTP, as a process of its own. */
const serve = async (...args: readonly string[]): Promise<{ readonly url: string; readonly process: Started }> => {
  const process_ = startProgram(process.execPath, [main, 'serve', ...args]);
  await process_.until('Press Ctrl-C to stop');
  return { url: /Serving on (\S+),/u.exec(process_.err())?.[1] ?? '', process: process_ };
};

describe('recourse call ends', () => {
  it('with 0 where the call did what it was asked: the result on stdout, the steps on stderr', async () => {
    const { exit, out, err } = await call(desk, 'pay_when_free', '--arg', 'amount=7');
    expect(JSON.parse(out)).toMatchObject({ ok: true, paid: true });
    expect(err).toMatch(/call 1 of 'pay_when_free'[^]*UPSTREAM_UNAVAILABLE[^]*waits[^]*call 3[^]*succeeded/);
    expect(exit).toBe(0);
    expect(done()).toEqual(['busy', 'busy', 'paid']);
  });

  it('with 0 where a look has shown that it took effect', async () => {
    const { exit, document } = await json(desk, 'pay_and_lose', '--arg', 'amount=7');
    expect(exit).toBe(0);
    expect(document).toMatchObject({ ok: true, end: 'verified', calls: 2, exit_code: 0, in_doubt: false });
    expect(done()).toEqual(['paid 7']);
  });

  it('with 1 where the failure is the caller’s to act on', async () => {
    const { exit, out, err } = await call(desk, 'echo', '--arg', 'count=many');
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('VALIDATION_INVALID_TYPE');
  });

  it('with 1 where next actions are not allowed, and does them where they are', async () => {
    const refused = await call(desk, 'deposit', '--arg', 'name=new');
    expect(refused.exit).toBe(1);
    expect(refused.err).toMatch(/does not call 'open_account'[^]*next +open_account {"name":"new"}/);
    expect(done()).toEqual([]);
    expect((await call(desk, 'deposit', '--arg', 'name=new', '--allow', 'open_account')).exit).toBe(0);
    expect(done()).toEqual(['opened new']);
  });

  it('with 3 where it is unknown whether the call took effect', async () => {
    const { exit, out, err } = await call(desk, 'pay_blindly', '--arg', 'amount=7');
    expect({ exit, out }).toEqual({ exit: 3, out: '' });
    expect(err).toContain('The call may have taken effect. Check before you call again');
  });

  it('with 4 where a person has to do something', async () => {
    const { exit, document } = await json(desk, 'audit');
    expect(exit).toBe(4);
    expect(document).toMatchObject({ ok: false, end: 'needs_person', failure: { code: 'PERMISSION_DENIED' } });
  });

  it('with 6 where what is left to do would take too long', async () => {
    const { exit, document } = await json(desk, 'limited', '--seconds', '5');
    expect(exit).toBe(6);
    expect(document).toMatchObject({ end: 'gave_up_deadline', calls: 1 });
  });

  it('with 6 where the server is not there, and with nothing called', async () => {
    const { exit, document } = await json('http://127.0.0.1:1/mcp', 'pay');
    expect(exit).toBe(6);
    expect(document).toMatchObject({ end: 'gave_up_server', calls: 0, in_doubt: false });
    expect(await call('pay', '--', path.join(cwd, 'no-such-program'))).toMatchObject({ exit: 6, out: '' });
  });

  it('with 2 where the server has no such tool, and names the nearest', async () => {
    const { exit, out, err } = await call(desk, 'pay_blindli');
    expect({ exit, out }).toEqual({ exit: 2, out: '' });
    expect(err).toContain('Did you mean pay_blindly');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'with 3 at %s where a write may have taken effect, and says so',
    async (signal) => {
      const started = start(desk, 'pay_slowly', '--arg', 'amount=7', '--json');
      await started.until('call 1 of');
      started.child.kill(signal);
      const { exit, out, err } = await finish(started);
      expect(exit).toBe(3);
      expect(JSON.parse(out)).toMatchObject({ end: 'in_doubt', exit_code: 3, in_doubt: true });
      expect(err).toContain('The call may have taken effect');
    },
  );

  it('with 130 where a read is taken back, of which there is no doubt', async () => {
    const started = start(desk, 'read_slowly', '--json');
    await started.until('call 1 of');
    started.child.kill('SIGINT');
    const { exit, out, err } = await finish(started);
    expect(exit).toBe(130);
    expect(JSON.parse(out)).toMatchObject({ end: 'cancelled', in_doubt: false });
    expect(err).not.toContain('The call may have taken effect');
  });
});

describe('the arguments of recourse call', () => {
  it('have the types of the tool’s own schema', async () => {
    const given = ['text=7', 'count=7', 'ratio=0.5', 'sure=true', 'labels=a', 'labels=b', 'sizes=3', 'deep={"a":1}'];
    const { out } = await call(desk, 'echo', ...given.flatMap((text) => ['--arg', text]));
    expect(JSON.parse(out)).toMatchObject({
      given: { text: '7', count: 7, ratio: 0.5, sure: true, labels: ['a', 'b'], sizes: [3], deep: { a: 1 } },
    });
  });

  it('also come from a file or a pipe, and --arg overrides them', async () => {
    writeFileSync(path.join(cwd, 'given.json'), '{"text":"file","count":1}');
    const fromFile = await call(desk, 'echo', '--args', '@given.json', '--arg', 'count=2');
    expect(JSON.parse(fromFile.out)).toMatchObject({ given: { text: 'file', count: 2 } });
    const piped = start(desk, 'echo', '--args', '-');
    piped.child.stdin?.end('{"text":"pipe"}');
    expect(JSON.parse((await finish(piped)).out)).toMatchObject({ given: { text: 'pipe' } });
  });
});

describe('what recourse call shows', () => {
  it('of the tools is one line each, and of one tool its arguments', async () => {
    const { out } = await call(desk);
    expect(out).toMatch(/^echo +reads +Says what it was given\.$/m);
    expect(out).toMatch(/^pay_blindly +writes +Pays; the bank's answer is permanently lost\.$/m);
    const one = await call(desk, 'pay_blindly', '--list');
    expect(one.out).toMatch(/amount +integer +required/);
    const { document } = await json(desk, '--list');
    expect(document['tools']).toContainEqual(expect.objectContaining({ name: 'echo', reads: true }));
  });

  it('of a confirmation without a person to ask is everything but the token', async () => {
    const { exit, out, err } = await call(desk, 'close_account', '--arg', 'name=old', '--json');
    expect(exit).toBe(1);
    const document = JSON.parse(out) as { failure: { details: Record<string, unknown> } };
    expect(document).toMatchObject({ end: 'handed_over', failure: { code: 'CONFIRMATION_REQUIRED' } });
    expect(document.failure.details['confirmation_token']).toBe('(not shown)');
    expect(out.match(/"confirmation_token\\*": ?\\*"(?!\(not shown\))/g)).toBeNull();
    expect(err).toContain('A person must confirm this call');
    expect(done()).toEqual([]);
  });

  it('of a text block is its unchanged text, if stdout is a pipe', async () => {
    expect((await call(desk, 'nasty')).out).toBe('one\n\u001b[2Jtwo\u202e\n');
  });
});

describe('a third-party program', () => {
  it('is started without a shell, and without the secrets of Recourse', async () => {
    const server = path.join(cwd, 'foreign.mjs');
    writeFileSync(server, foreignServer);
    const started = startProgram(
      process.execPath,
      [main, 'call', 'env', '--', process.execPath, server, '$HOME; `x`'],
      { RECOURSE_KEY: 'a-secret', OWN: 'mine' },
    );
    const { exit, out } = await finish(started);
    expect(exit).toBe(0);
    expect(out).toContain('"OWN":"mine"');
    expect(out).toContain('$HOME; `x`');
    expect(out).not.toContain('a-secret');
  });

  it('that says in words that it failed is quoted, and not called again', async () => {
    const server = path.join(cwd, 'foreign.mjs');
    writeFileSync(server, foreignServer);
    const { exit, err } = await call('fail', '--', process.execPath, server);
    // The server does not say that the tool only reads: it may have done something before it failed.
    expect(exit).toBe(3);
    expect(err).toContain('TOOL_ERROR');
    expect(err).toContain('second line');
    expect(err.match(/call \d of/g)).toHaveLength(1);
  });

  it('that dies after the effect is started again, and asked for the outcome by the key', async () => {
    writeFileSync(path.join(cwd, 'before-answer'), '');
    const { exit, out, err } = await call('pay', '--arg', 'amount=7', '--', process.execPath, ledgerServer);
    expect(exit).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ written: 7 });
    expect(err).toContain('connects again');
    expect(readFileSync(path.join(cwd, 'ledger.txt'), 'utf8')).toBe('pay 7\n');
  });

  it('and the command itself may be over by then: the same command asks for the outcome', async () => {
    writeFileSync(path.join(cwd, 'before-answer'), '');
    const pay = ['pay', '--arg', 'amount=7', '--keys', 'keys.json', '--', process.execPath, ledgerServer] as const;
    const started = start(...pay);
    await started.until('ANSWER_LOST');
    started.child.kill('SIGINT');
    const first = await finish(started);
    expect(first.exit).toBe(3);
    expect(first.err).toContain('--keys keys.json');
    expect((await call(...pay)).exit).toBe(0);
    expect(readFileSync(path.join(cwd, 'ledger.txt'), 'utf8')).toBe('pay 7\n');
  });
});

describe('a server over HTTP', () => {
  it('is called by its MCP address, and by its REST address', async () => {
    const { url } = await serve(desk, '--http', '0');
    const overMcp = await json(`${url}/mcp`, 'pay_and_lose', '--arg', 'amount=7');
    expect(overMcp).toMatchObject({ exit: 0, document: { end: 'verified' } });
    const overRest = await json(`${url}/desk`, 'pay_and_lose', '--arg', 'amount=8', '--rest');
    expect(overRest).toMatchObject({ exit: 0, document: { end: 'verified', server: `${url}/desk` } });
    const failed = await json(`${url}/desk`, 'echo', '--arg', 'count=many', '--rest');
    expect(failed).toMatchObject({ exit: 1, document: { failure: { code: 'VALIDATION_INVALID_TYPE' } } });
    expect(done()).toEqual(['paid 7', 'paid 8']);
  });

  it('is told apart from one that wants a key, and gets it from the environment alone', async () => {
    const made = spawnSync(process.execPath, [main, 'keys', 'create', '--principal', 'ci'], {
      cwd,
      env: environment,
      encoding: 'utf8',
    });
    const key = made.stdout.trim();
    const { url } = await serve(desk, '--http', '0');
    for (const more of [[`${url}/mcp`], [`${url}/desk`, '--rest']] as const) {
      const [address, ...options] = more;
      const args = [main, 'call', address, 'echo', '--arg', 'text=hi', '--bearer', 'DESK_KEY', ...options];
      const right = await finish(startProgram(process.execPath, args, { DESK_KEY: key }));
      expect(right.exit).toBe(0);
      expect(right.out + right.err).not.toContain(key);
      const wrong = await finish(startProgram(process.execPath, args, { DESK_KEY: 'nobodys-key' }));
      expect(wrong.exit).toBe(4);
      expect(wrong.out + wrong.err).not.toContain('nobodys-key');
    }
  });
});

describe('the GitHub of the github server', () => {
  it('is read over stdio, and a failure is handed over with what to do next', async () => {
    const shown = await json('github', 'get_pull_request', '--arg', 'repo=mira/tidewater', '--arg', 'prNumber=3');
    expect(shown).toMatchObject({ exit: 0, document: { ok: true, result: { structuredContent: { number: 3 } } } });
    const missing = await json('github', 'read_file', '--arg', 'repo=mira/tidewater', '--arg', 'path=READM.md');
    expect(missing).toMatchObject({
      exit: 1,
      document: { end: 'handed_over', failure: { code: 'NOT_FOUND_RESOURCE' } },
    });
  });
});

/** `script` of util-linux gives a program a terminal of its own. */
const hasTerminal = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;
if (!hasTerminal)
  console.warn('There is no script(1) of util-linux here: questions at a real terminal are NOT tested.');

// In CI its absence is a failure, and not a reason to skip.
describe.skipIf(!hasTerminal && !process.env['CI'])('at a terminal', () => {
  const atTerminal = (...args: readonly string[]): Started => {
    const line = [process.execPath, main, 'call', ...args].map((part) => `'${part}'`).join(' ');
    return startProgram('script', ['-qec', line, '/dev/null'], { SHELL: '/bin/sh' });
  };

  it.each([
    ['y', 0, ['closed old']],
    ['n', 5, []],
    ['', 5, []],
  ] as const)('the question is shown with the call, and %j ends with %i', async (answer, exit, effects) => {
    const started = atTerminal(desk, 'close_account', '--arg', 'name=old');
    await started.until('Do this? [y/N]');
    started.child.stdin?.write(`${answer}\n`);
    expect(await started.exit()).toBe(exit);
    expect(started.out()).toMatch(
      /The server asks:[^]* Close old\?[^]*It cannot be opened again[^]*destructive[^]*name  "old"/,
    );
    expect(done()).toEqual(effects);
  });

  it('input typed before the question does not answer it', async () => {
    const started = atTerminal(desk, 'close_account', '--arg', 'name=old');
    started.child.stdin?.write('y\ny\n');
    await started.until('Do this? [y/N]');
    expect(done()).toEqual([]);
    started.child.stdin?.write('n\n');
    expect(await started.exit()).toBe(5);
    expect(done()).toEqual([]);
  });

  it('neither the end of the input nor Ctrl-C confirms', async () => {
    const ended = atTerminal(desk, 'close_account', '--arg', 'name=old');
    await ended.until('Do this? [y/N]');
    ended.child.stdin?.write('\u0004');
    expect(await ended.exit()).toBe(5);
    const stopped = atTerminal(desk, 'close_account', '--arg', 'name=old');
    await stopped.until('Do this? [y/N]');
    stopped.child.stdin?.write('\u0003');
    expect([5, 130]).toContain(await stopped.exit());
    expect(done()).toEqual([]);
  });

  it('Ctrl-C takes a call back, and says that it may have taken effect', async () => {
    const started = atTerminal(desk, 'pay_slowly', '--arg', 'amount=7');
    await started.until('call 1 of');
    started.child.stdin?.write('\u0003');
    expect(await started.exit()).toBe(130);
    expect(started.out()).toContain('The call may have taken effect');
  });

  it('no text of a server moves the cursor', async () => {
    const started = atTerminal(desk, 'nasty');
    expect(await started.exit()).toBe(0);
    expect(started.out()).toContain('\\u{1b}[2Jtwo\\u{202e}');
    expect(started.out()).not.toContain('\u001b[2J');
  });
});

/** A server without any library: MCP as it is written on the wire. */
const foreignServer = `
import { createInterface } from 'node:readline';
const answers = {
  initialize: () => ({ protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'foreign', version: '1' } }),
  'tools/list': () => ({ tools: ['env', 'fail'].map((name) => ({ name, inputSchema: { type: 'object' } })) }),
  'tools/call': ({ name }) =>
    name === 'fail'
      ? { isError: true, content: [{ type: 'text', text: 'It did not work.\\nsecond line' }] }
      : { content: [{ type: 'text', text: JSON.stringify({ env: process.env, args: process.argv.slice(2) }) }] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = answers[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: 'No such method' } };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...answer }) + '\\n');
});
`;
