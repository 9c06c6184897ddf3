import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ExitCode } from '../command.ts';
import { writeFolder } from '../testing/write-package.ts';
import { clients } from './clients/index.ts';
import { connect } from './connect.ts';
import type { ConnectCall } from './connect.ts';
import type { Surroundings } from './surroundings.ts';

const program = { command: '/opt/node', args: ['/opt/recourse/main.js'] };
const now = new Date('2026-07-28T10:20:30.400Z');

/** A user with an empty home, in a folder with a server of their own. */
const person = (files: Readonly<Record<string, string>> = {}): Surroundings => {
  const folder = writeFolder({ 'work/tickets.mjs': '', ...files });
  mkdirSync(path.join(folder, 'home'), { recursive: true });
  return { platform: 'linux', environment: {}, home: path.join(folder, 'home'), cwd: path.join(folder, 'work') };
};

interface Ran {
  readonly exit: ExitCode;
  readonly out: string;
  readonly err: string;
}

const run = async (
  surroundings: Surroundings,
  line: readonly string[],
  more: Partial<ConnectCall> = {},
): Promise<Ran> => {
  const out: string[] = [];
  const err: string[] = [];
  const call = { positionals: line, env: [], force: false, remove: false, dryRun: false, ...more };
  const io = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  const exit = await connect(call, { io, surroundings, program, now });
  return { exit, out: out.join('\n'), err: err.join('\n') };
};

const read = (...parts: readonly string[]): string => readFileSync(path.join(...parts), 'utf8');
const json = (...parts: readonly string[]): unknown => JSON.parse(read(...parts));

describe('the entry', () => {
  it('starts this program, in the format of each client', async () => {
    const me = person();
    for (const { name } of clients) expect((await run(me, [name, './tickets.mjs'])).exit).toBe(0);
    const tickets = path.join(me.cwd, 'tickets.mjs');
    const state = ['--store', path.join(me.cwd, '.recourse', 'state.db')];
    const serve = ['/opt/recourse/main.js', 'serve', tickets, '--stdio'];
    const stdio = { type: 'stdio', command: '/opt/node' };
    expect(json(me.home, '.config', 'Claude', 'claude_desktop_config.json')).toEqual({
      mcpServers: { 'recourse-tickets': { command: '/opt/node', args: [...serve, ...state] } },
    });
    expect(json(me.cwd, '.mcp.json')).toEqual({ mcpServers: { 'recourse-tickets': { ...stdio, args: serve } } });
    expect(json(me.cwd, '.cursor', 'mcp.json')).toEqual({
      mcpServers: { 'recourse-tickets': { ...stdio, args: [...serve, ...state] } },
    });
    expect(json(me.cwd, '.vscode', 'mcp.json')).toEqual({ servers: { 'recourse-tickets': { ...stdio, args: serve } } });
  });

  it('finds the configuration and the state of this folder, wherever it is started', async () => {
    const me = person({ 'work/recourse.config.json': '{ "store": { "kind": "sqlite", "file": "x.db" } }' });
    await run(me, ['claude-code', './tickets.mjs'], { scope: 'user' });
    const config = ['--config', path.join(me.cwd, 'recourse.config.json')];
    expect(read(me.home, '.claude.json')).toContain(JSON.stringify(config[1]));
    expect(read(me.home, '.claude.json')).not.toContain('--store');
    writeFileSync(path.join(me.cwd, 'recourse.config.json'), '{ "store": { "kind": "postgres" } }');
    await run(me, ['cursor', './tickets.mjs']);
    expect(read(me.cwd, '.cursor', 'mcp.json')).not.toContain('--store');
    writeFileSync(path.join(me.cwd, 'recourse.config.json'), '{ "limit": {} }');
    await expect(run(me, ['claude-desktop', './tickets.mjs'])).rejects.toThrow(/did you mean 'limits'/);
  });

  it('contains the absolute path of an adapter and takes its name from the file', async () => {
    const me = person({ 'work/shop-adapter.md': '' });
    expect((await run(me, ['cursor', 'aql'], { adapter: 'shop-adapter.md' })).exit).toBe(0);
    expect(json(me.cwd, '.cursor', 'mcp.json')).toMatchObject({
      mcpServers: {
        'recourse-shop-adapter': {
          args: expect.arrayContaining(['aql', '--adapter', path.join(me.cwd, 'shop-adapter.md')]),
        },
      },
    });
    await expect(run(me, ['cursor', 'aql'])).rejects.toThrow('pass one with --adapter');
    await expect(run(me, ['cursor', 'aql'], { adapter: 'none.md' })).rejects.toThrow(
      "There is no adapter file 'none.md'",
    );
    await expect(run(me, ['cursor', 'fixture'], { adapter: 'shop-adapter.md' })).rejects.toThrow(
      "applies only to 'aql'",
    );
  });

  it('refers to environment variables and never contains their values', async () => {
    const me = { ...person(), environment: { GITHUB_TOKEN: 'ghp_secret' } };
    const env = { env: ['GITHUB_TOKEN', 'GITHUB_TOKEN'] };
    for (const { name } of clients) await run(me, [name, './tickets.mjs'], env);
    expect(json(me.cwd, '.mcp.json')).toMatchObject({
      mcpServers: { 'recourse-tickets': { env: { GITHUB_TOKEN: '${GITHUB_TOKEN}' } } },
    });
    for (const [folder, section] of [
      ['.cursor', 'mcpServers'],
      ['.vscode', 'servers'],
    ] as const) {
      expect(json(me.cwd, folder, 'mcp.json')).toMatchObject({
        [section]: { 'recourse-tickets': { env: { GITHUB_TOKEN: '${env:GITHUB_TOKEN}' } } },
      });
    }
    const { out } = await run(me, ['claude-desktop', './tickets.mjs'], { ...env, name: 'other' });
    expect(out).toMatch(/GITHUB_TOKEN was omitted: .*\.mcpb bundle/);
    expect(read(me.home, '.config', 'Claude', 'claude_desktop_config.json')).not.toContain('GITHUB_TOKEN');
    await expect(run(me, ['cursor', './tickets.mjs'], { env: ['GITHUB_TOKEN=ghp_secret'] })).rejects.toThrow(
      /^--env must be the name of an environment variable without its value/,
    );
  });

  it("contains the URL and a reference to the caller's key", async () => {
    const me = person();
    const http = { http: '8788', key: 'TICKETS_KEY' };
    expect((await run(me, ['claude-code', 'fixture'], http)).out).toContain('TICKETS_KEY from its own environment');
    await run(me, ['cursor', 'fixture'], { ...http, http: 'https://mcp.example.org/tickets/mcp' });
    await run(me, ['vscode', 'fixture'], { ...http, http: 'http://[::1]:9000' });
    expect(json(me.cwd, '.mcp.json')).toEqual({
      mcpServers: {
        'recourse-fixture': {
          type: 'http',
          url: 'http://127.0.0.1:8788/fixture/mcp',
          headers: { Authorization: 'Bearer ${TICKETS_KEY}' },
        },
      },
    });
    expect(json(me.cwd, '.cursor', 'mcp.json')).toEqual({
      mcpServers: {
        'recourse-fixture': {
          url: 'https://mcp.example.org/tickets/mcp',
          headers: { Authorization: 'Bearer ${env:TICKETS_KEY}' },
        },
      },
    });
    expect(json(me.cwd, '.vscode', 'mcp.json')).toEqual({
      servers: {
        'recourse-fixture': {
          type: 'http',
          url: 'http://[::1]:9000/fixture/mcp',
          headers: { Authorization: 'Bearer ${input:tickets-key}' },
        },
      },
      inputs: [
        {
          type: 'promptString',
          id: 'tickets-key',
          description: 'Key for http://[::1]:9000/fixture/mcp (TICKETS_KEY)',
          password: true,
        },
      ],
    });
  });

  it('warns if the key would be sent unencrypted', async () => {
    const me = person();
    const { out } = await run(me, ['cursor', 'fixture'], { http: 'http://mcp.example.org/mcp', key: 'TICKETS_KEY' });
    expect(out).toContain('The key is sent over plain HTTP');
  });

  it('is not written if the client does not support URLs', async () => {
    const me = person();
    await expect(run(me, ['claude-desktop', 'fixture'], { http: '8788' })).rejects.toThrow(
      /^Claude Desktop does not support entries for running servers\.$/,
    );
    expect(readdirSync(me.home)).toEqual([]);
  });
});

describe('where files are', () => {
  it.each([
    ['darwin', {}, 'Library/Application Support/Claude', 'Library/Application Support/Code/User'],
    ['linux', {}, '.config/Claude', '.config/Code/User'],
    ['linux', { XDG_CONFIG_HOME: '/xdg' }, '/xdg/Claude', '/xdg/Code/User'],
    ['win32', {}, 'AppData/Roaming/Claude', 'AppData/Roaming/Code/User'],
    ['win32', { APPDATA: '/roaming' }, '/roaming/Claude', '/roaming/Code/User'],
  ] as const)('on %s with %j', (platform, environment, desktop, code) => {
    const me = { platform, environment, home: '/home/ada', cwd: '/work' };
    const files = Object.fromEntries(clients.map((client) => [client.name, client.file('user', me)]));
    expect(files).toEqual({
      'claude-desktop': path.resolve('/home/ada', desktop, 'claude_desktop_config.json'),
      'claude-code': path.resolve('/home/ada/.claude.json'),
      cursor: path.resolve('/home/ada/.cursor/mcp.json'),
      vscode: path.resolve('/home/ada', code, 'mcp.json'),
    });
  });

  it('is the package folder of Claude Desktop on Windows, if there is one', () => {
    const local = writeFolder({ 'Packages/Claude_x1/LocalCache/Roaming/Claude/.keep': '', 'Packages/Other/.keep': '' });
    const me = { platform: 'win32', environment: { LOCALAPPDATA: local }, home: '/h', cwd: '/w' } as const;
    expect(clients[0]?.file('user', me)).toBe(
      path.join(local, 'Packages/Claude_x1/LocalCache/Roaming/Claude/claude_desktop_config.json'),
    );
  });

  it('follows CLAUDE_CONFIG_DIR for Claude Code', () => {
    const me = { platform: 'linux', environment: { CLAUDE_CONFIG_DIR: '/c' }, home: '/h', cwd: '/w' } as const;
    expect(clients.find(({ name }) => name === 'claude-code')?.file('user', me)).toBe(path.resolve('/c/.claude.json'));
  });
});

describe('an existing file', () => {
  const settings = '{\n\t// mine\n\t"servers": {\n\t\t"a": {"command": "x"}, // a\n\t},\n}\n';

  it('keeps its comments, formatting and mode, and a backup next to it', async () => {
    const me = person({ 'work/.vscode/mcp.json': settings });
    const file = path.join(me.cwd, '.vscode', 'mcp.json');
    chmodSync(file, 0o640);
    const { out } = await run(me, ['vscode', './tickets.mjs']);
    const backup = `${file}.20260728-102030.bak`;
    expect(out).toContain(`'recourse-tickets' added to ${file}\nBackup of the old file: ${backup}\n`);
    expect(readFileSync(backup, 'utf8')).toBe(settings);
    expect(read(file)).toMatch(
      /^\{\n\t\/\/ mine\n\t"servers": \{\n\t\t"a": \{"command": "x"\}, \/\/ a\n\t\t"recourse-tickets": \{\n\t\t\t"type"/,
    );
    expect([statSync(file).mode & 0o777, statSync(backup).mode & 0o777]).toEqual([0o640, 0o640]);
    expect(readdirSync(path.dirname(file)).sort()).toEqual(['mcp.json', path.basename(backup)]);
  });

  it('is unchanged by a second call, and restored by --remove', async () => {
    const me = person({ 'work/.vscode/mcp.json': settings });
    const file = path.join(me.cwd, '.vscode', 'mcp.json');
    await run(me, ['vscode', './tickets.mjs']);
    const once = read(file);
    const again = await run(me, ['vscode', './tickets.mjs']);
    expect(again).toMatchObject({ exit: 0, out: `'recourse-tickets' is already in ${file}: nothing to change.` });
    expect(read(file)).toBe(once);
    expect(readdirSync(path.dirname(file))).toHaveLength(2);
    expect((await run(me, ['vscode', './tickets.mjs'], { remove: true })).out).toContain('removed from');
    expect(read(file)).toBe(settings.replace('}, // a', '} // a'));
    expect((await run(me, ['vscode', './tickets.mjs'], { remove: true })).out).toContain('nothing to remove');
  });

  it('is unchanged if only the formatting differs, and gets a lost input back', async () => {
    const me = person();
    const http = { http: '8788', key: 'TICKETS_KEY' };
    const file = path.join(me.cwd, '.vscode', 'mcp.json');
    await run(me, ['vscode', 'fixture'], http);
    const onOneLine = JSON.stringify(JSON.parse(read(file)));
    writeFileSync(file, onOneLine);
    expect((await run(me, ['vscode', 'fixture'], http)).out).toContain('nothing to change');
    expect(read(file)).toBe(onOneLine);
    writeFileSync(file, JSON.stringify({ ...(json(file) as object), inputs: [] }));
    expect((await run(me, ['vscode', 'fixture'], http)).out).toContain('replaced in');
    expect(json(file)).toHaveProperty('inputs.length', 1);
  });

  it('loses an input only with the last entry that uses it', async () => {
    const me = person();
    const http = { http: '8788', key: 'TICKETS_KEY' };
    await run(me, ['vscode', 'fixture'], http);
    await run(me, ['vscode', 'fixture'], { ...http, name: 'second' });
    expect(json(me.cwd, '.vscode', 'mcp.json')).toHaveProperty('inputs.length', 1);
    await run(me, ['vscode', 'fixture'], { remove: true });
    expect(json(me.cwd, '.vscode', 'mcp.json')).toHaveProperty('inputs.length', 1);
    await run(me, ['vscode', 'fixture'], { remove: true, name: 'second' });
    expect(json(me.cwd, '.vscode', 'mcp.json')).toEqual({ servers: {}, inputs: [] });
  });

  it('keeps a different entry with the name unless forced, and shows none of its secrets', async () => {
    const other = '{"mcpServers":{"recourse-tickets":{"command":"x","env":{"TOKEN":"hunter2"}}}}';
    const me = person({ 'work/.cursor/mcp.json': other });
    const { exit, out, err } = await run(me, ['cursor', './tickets.mjs']);
    expect({ exit, out }).toEqual({ exit: 1, out: '' });
    expect(err).toContain('Different fields: command, env, type, args. Nothing was changed. Replace it with --force');
    expect(err).not.toContain('hunter2');
    expect(read(me.cwd, '.cursor', 'mcp.json')).toBe(other);
    const forced = await run(me, ['cursor', './tickets.mjs'], { force: true });
    expect(forced.out).toContain("'recourse-tickets' replaced in");
    expect(json(me.cwd, '.cursor', 'mcp.json')).not.toHaveProperty('mcpServers.recourse-tickets.env');
  });

  it('is updated through a symbolic link', async () => {
    const me = person({ 'home/dotfiles/mcp.json': '{}' });
    mkdirSync(path.join(me.cwd, '.cursor'));
    const file = path.join(me.cwd, '.cursor', 'mcp.json');
    symlinkSync(path.join(me.home, 'dotfiles', 'mcp.json'), file);
    await run(me, ['cursor', './tickets.mjs']);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect(read(me.home, 'dotfiles', 'mcp.json')).toContain('recourse-tickets');
  });

  it.each([
    ['no JSON', '{ "servers": { "a": 1 "b": 2 } }', /mcp\.json:1:23: invalid JSON \(comma expected\)\.$/],
    ['a list', '[1]', /does not contain a JSON object/],
    ['a section that is no object', '{ "servers": [] }', /'servers' in .* is not an object/],
    ['a key twice', '{ "servers": {}, "servers": { "a": 1 } }', /would lose data/],
  ])('is refused with %s, and stays as it is', async (_, text, message) => {
    const me = person({ 'work/.vscode/mcp.json': text });
    await expect(run(me, ['vscode', './tickets.mjs'])).rejects.toThrow(message);
    expect(read(me.cwd, '.vscode', 'mcp.json')).toBe(text);
    expect(readdirSync(path.join(me.cwd, '.vscode'))).toEqual(['mcp.json']);
  });

  it('may have comments only if its client supports them', async () => {
    const me = person({
      'work/.mcp.json': '{\n  // mine\n  "mcpServers": {}\n}',
      'work/.cursor/mcp.json': '{ /* mine */ }',
    });
    await expect(run(me, ['claude-code', './tickets.mjs'])).rejects.toThrow(/\.mcp\.json:2:3: .*comment/);
    await run(me, ['cursor', './tickets.mjs']);
    expect(read(me.cwd, '.cursor', 'mcp.json')).toContain('/* mine */');
  });

  it('may be empty, and may begin with a byte order mark', async () => {
    const me = person({ 'work/.mcp.json': '\n', 'work/.cursor/mcp.json': '\uFEFF{}' });
    await run(me, ['claude-code', './tickets.mjs']);
    await run(me, ['cursor', './tickets.mjs']);
    expect(json(me.cwd, '.mcp.json')).toHaveProperty(['mcpServers', 'recourse-tickets']);
    expect(read(me.cwd, '.cursor', 'mcp.json')).toMatch(/^\uFEFF\{/);
  });
});

describe('--dry-run', () => {
  it('shows the entry and the file, no other content, and writes nothing', async () => {
    const other = '{"mcpServers":{"a":{"env":{"TOKEN":"hunter2"}}}}';
    const me = person({ 'work/.cursor/mcp.json': other });
    const { exit, out, err } = await run(me, ['cursor', 'fixture'], { http: '8788', dryRun: true });
    expect(exit).toBe(0);
    expect(err).toBe(`'recourse-fixture' would be added to ${path.join(me.cwd, '.cursor', 'mcp.json')}`);
    expect(JSON.parse(out)).toEqual({
      mcpServers: { 'recourse-fixture': { url: 'http://127.0.0.1:8788/fixture/mcp' } },
    });
    expect(read(me.cwd, '.cursor', 'mcp.json')).toBe(other);
    await run(me, ['claude-code', 'fixture'], { http: '8788', dryRun: true });
    expect(existsSync(path.join(me.cwd, '.mcp.json'))).toBe(false);
  });
});

describe('a wrong call', () => {
  it.each<[string, readonly string[], Partial<ConnectCall>, RegExp]>([
    ['no client', [], {}, /^Specify a client: claude-desktop, claude-code, cursor, vscode/],
    ['an unknown client', ['cursr', './tickets.mjs'], {}, /Did you mean cursor/],
    ['no server', ['cursor'], {}, /^Specify a server/],
    ['two servers', ['cursor', './tickets.mjs', 'x'], {}, /one client and one server/],
    ['an unknown server', ['cursor', 'tickets'], {}, /^There is no server 'tickets'/],
    ['a missing module', ['cursor', './none.mjs'], {}, /^There is no module '.\/none.mjs' here/],
    [
      'an unknown scope',
      ['cursor', './tickets.mjs'],
      { scope: 'all' },
      /--scope must be one of project, user, not 'all'/,
    ],
    [
      'a scope of others',
      ['claude-desktop', './tickets.mjs'],
      { scope: 'project' },
      /has no scope 'project', only user/,
    ],
    ['a bad name', ['cursor', './tickets.mjs'], { name: '__proto__' }, /is not a valid name/],
    ['a key for nobody', ['cursor', './tickets.mjs'], { key: 'K' }, /--key works only with --http/],
    ['a variable for nobody', ['cursor', 'x'], { http: '1', env: ['K'] }, /does not apply to a running server/],
    ['no address', ['cursor', 'x'], { http: 'ftp://x' }, /--http must be a URL/],
    [
      'a secret behind the address',
      ['cursor', 'x'],
      { http: 'http://h/mcp?token=hunter2' },
      /or query may contain a secret/,
    ],
    [
      'a secret in the address',
      ['cursor', 'x'],
      { http: 'http://u:hunter2@h/' },
      /^A URL with a user name, password or query/,
    ],
    ['no variable', ['cursor', './tickets.mjs'], { env: ['a b'] }, /is not the name of an environment variable/],
  ])('with %s is refused', async (_, line, more, message) => {
    const me = person();
    await expect(run(me, line, more)).rejects.toThrow(message);
    expect(readdirSync(me.cwd)).toEqual(['tickets.mjs']);
  });
});
