import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { linkClient } from '@recourse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StageError } from '../src/failing.ts';
import { loadPlugins } from '../src/plugins/load-plugins.ts';
import { createStageServer } from '../src/server.ts';
import { readSettings } from '../src/settings.ts';
import { openPluginPlace, pluginSource } from '../src/testing/plugin-place.ts';
import type { PluginPlace } from '../src/testing/plugin-place.ts';

let place: PluginPlace;
beforeAll(async () => {
  place = await openPluginPlace();
});
afterAll(() => place.close());

const loading = async (given: string): Promise<JsonObject> => {
  try {
    await loadPlugins(given, place.folder);
  } catch (error) {
    if (!(error instanceof StageError)) throw error;
    const { code, details, retryable, effect } = error.failure;
    return { code, retryable, effect, ...details };
  }
  return { code: 'LOADED' };
};

describe('loading a plugin', () => {
  it('that is not installed is PLUGIN_LOAD_FAILED', async () => {
    await expect(loading('@other/nothing')).resolves.toMatchObject({ code: 'PLUGIN_LOAD_FAILED', effect: 'none' });
  });

  it.each([
    ['throws while it is imported', `throw new Error('no luck today');`, 'no luck today'],
    ['does not parse', 'export default {', 'Unexpected end of input'],
    ['exits while it is imported', 'process.exit(3);', 'exited with code 3'],
    ['imports a package that is not installed', `import 'left-out-package';`, 'left-out-package'],
    [
      'fails in its setup',
      pluginSource('setup', 'return {}', { more: `setup() { throw new Error('not today'); }` }),
      'not today',
    ],
  ])('that %s is PLUGIN_LOAD_FAILED, with the reason', async (_, source, reason) => {
    const found = await loading(place.write('broken', source));
    expect(found).toMatchObject({ code: 'PLUGIN_LOAD_FAILED', plugin: expect.any(String) as string });
    expect(found['reason']).toContain(reason);
  });

  it.each([
    ['exports something else', 'export default { name: "x" };', 'defineStagePlugin'],
    ['has a name of ours', pluginSource('electron', 'return {}'), 'name'],
    [
      'has a tool that is not valid',
      pluginSource('odd', 'return {}').replace(`name: 'go'`, `name: 'Go!'`),
      'tools.0.name',
    ],
    [
      'has a code of another plugin',
      pluginSource('odd', 'return {}').replace(`definePluginCodes('odd'`, `definePluginCodes('other'`),
      'odd.',
    ],
    [
      'has a danger that plugins may not have',
      pluginSource('odd', 'return {}').replace(`danger: 'reversible'`, `danger: 'dangerous'`),
      'danger',
    ],
  ])('that %s is PLUGIN_MANIFEST_INVALID, with the place', async (_, source, reason) => {
    const found = await loading(place.write('odd', source));
    expect(found).toMatchObject({ code: 'PLUGIN_MANIFEST_INVALID' });
    expect(found['reason']).toContain(reason);
  });

  it('for another version of the stage is PLUGIN_VERSION_MISMATCH, with both versions', async () => {
    const use = place.write('old', pluginSource('old', 'return {}').replace('^0.1.0', '^7.2.0'));
    await expect(loading(use)).resolves.toMatchObject({
      code: 'PLUGIN_VERSION_MISMATCH',
      required_range: '^7.2.0',
      actual_version: '0.1.0',
    });
  });

  it('with a wrong configuration is PLUGIN_CONFIG_INVALID, and with a right one it loads', async () => {
    const before = `const config = definePluginConfig(z.strictObject({ limit: z.int().min(1) }));`;
    const use = place.write('set', pluginSource('set', 'return {}', { before, more: 'config' }));
    const found = await loading(place.list([{ use, config: { limit: 0 } }]));
    expect(found).toMatchObject({ code: 'PLUGIN_CONFIG_INVALID', plugin: 'set' });
    expect(found['reason']).toContain('limit');
    await expect(loading(use)).resolves.toMatchObject({ code: 'PLUGIN_CONFIG_INVALID' });
    await expect(loading(place.list([{ use, config: { limit: 5 } }]))).resolves.toEqual({ code: 'LOADED' });
  });

  it('that needs more than the operator grants is PLUGIN_CAPABILITY_DENIED, and names it', async () => {
    const use = place.write('wants', pluginSource('wants', 'return {}', { uses: ['page', 'main'] }));
    const denied = { code: 'PLUGIN_CAPABILITY_DENIED', plugin: 'wants' };
    await expect(loading(use)).resolves.toMatchObject({ ...denied, capabilities: ['page', 'main'] });
    const some = place.list([{ use, grant: ['page'] }]);
    await expect(loading(some)).resolves.toMatchObject({ ...denied, capabilities: ['main'] });
    await expect(loading(place.list([{ use, grant: ['page', 'main'] }]))).resolves.toEqual({ code: 'LOADED' });
  });

  it('twice is refused, and a list that is not one is refused before anything starts', async () => {
    const use = place.write('one', pluginSource('one', 'return {}'));
    await expect(loading(`${use},${use}`)).resolves.toMatchObject({ code: 'PLUGIN_MANIFEST_INVALID', plugin: 'one' });
    await expect(loading(place.list([{ use, grant: ['everything'] }]))).rejects.toThrow('grant');
    await expect(loading('missing.json')).rejects.toThrow('missing.json');
  });
});

describe('recourse serve stage', () => {
  it('does not start with a plugin that cannot be loaded, and tells the operator why', () => {
    const recourse = path.resolve(import.meta.dirname, '../../../packages/cli/dist/main.js');
    const env = { ...process.env, STAGE_PLUGINS: './missing' };
    const options = { cwd: place.folder, env, encoding: 'utf8', input: '' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [recourse, 'serve', 'stage', '--stdio'], options);
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain("PLUGIN_LOAD_FAILED: Plugin './missing' could not be loaded");
    expect(stderr).not.toContain('fault of recourse');
  });
});

describe('a plugin', () => {
  let close: () => Promise<void> = () => Promise.resolve();

  const open = async (name: string, body: string, options: Parameters<typeof pluginSource>[2] = {}) => {
    const use = place.write(name, pluginSource(name, body, options));
    const plugins = await loadPlugins(place.list([{ use, grant: options.uses ?? [] }]), place.folder);
    const environment = { ...process.env, STAGE_CHROMIUM_ARGUMENTS: '--no-sandbox' };
    const settings = readSettings(environment, place.folder);
    const stage = createStageServer({ settings, environment, plugins, cwd: place.folder });
    const linked = await linkClient(stage.server);
    close = async () => {
      await stage.close();
      await linked.close();
    };
    return async (tool = `${name}_go`, args: JsonObject = {}) =>
      (await linked.callTool(tool, args)).structuredContent as JsonObject & { readonly result: JsonObject };
  };

  const attempts = {
    'read a file': `import('node:fs').then((fs) => fs.readFileSync('/etc/hostname', 'utf8'))`,
    'read its environment': `import('node:fs').then((fs) => fs.readFileSync('/proc/self/environ', 'utf8'))`,
    'write a file': `import('node:fs').then((fs) => fs.writeFileSync('stolen.txt', 'x'))`,
    'start a process': `import('node:child_process').then((all) => all.execFileSync('/bin/true'))`,
    'start a thread': `import('node:worker_threads').then(({ Worker }) => new Worker('1', { eval: true }))`,
    'load a native module': `Promise.resolve(process.dlopen({ exports: {} }, '/tmp/x.node'))`,
    'run text as code': `Promise.resolve(eval('1 + 1'))`,
    'make a function of text': `Promise.resolve(new Function('return 1')())`,
    'open a debugger': `import('node:inspector').then((inspector) => inspector.open(0))`,
    'use the files of the stage without the capability': `call.stage.files.read('x')`,
    'see the calls of other tools without the capability': `call.stage.calls.observe(() => {})`,
  };

  describe('without capabilities', () => {
    let call: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      const cases = Object.entries(attempts).map(([name, statement]) => `${JSON.stringify(name)}: () => ${statement}`);
      const body = `
        const attempts = { ${cases.join(', ')}, variables: async () => Object.keys(process.env) };
        try { return { result: { done: (await attempts[call.arguments.value]()) ?? null } }; }
        catch (error) { return { result: { refused: error.code ?? error.message } }; }`;
      call = await open('hostile', body);
    });
    afterAll(() => close());

    it.each(Object.keys(attempts))('cannot %s', async (value) => {
      const { result } = await call('hostile_go', { value });
      expect(result).toMatchObject({ refused: expect.any(String) as string });
      expect(existsSync(path.join(place.folder, 'stolen.txt'))).toBe(false);
    });

    it('sees no environment variables of the server', async () => {
      await expect(call('hostile_go', { value: 'variables' })).resolves.toMatchObject({ result: { done: [] } });
    });
  });

  describe('while it runs', () => {
    afterEach(() => close());

    it.each([
      ['exits', 'process.exit(0);'],
      ['is killed', `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`],
      ['runs out of memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));'],
      [
        'sends something that is not a message',
        `(await import('node:fs')).writeSync(3, 'hello\\n'); await new Promise(() => {});`,
      ],
      [
        'sends a message of its own',
        `(await import('node:fs')).writeSync(3, '{"type":"admin"}\\n'); await new Promise(() => {});`,
      ],
    ])('that %s is PLUGIN_STOPPED, and is started again by the next call', async (_, body) => {
      const call = await open(
        'fragile',
        `if (call.arguments.value === 'end') { ${body} } return { result: process.pid };`,
      );
      const first = await call();
      await expect(call('fragile_go', { value: 'end' })).resolves.toMatchObject({
        ok: false,
        code: 'PLUGIN_STOPPED',
        details: { plugin: 'fragile' },
      });
      const again = await call();
      expect(again).toMatchObject({ ok: true });
      expect(again.result).not.toBe(first.result);
    });

    it('answers with its own codes and with those of the stage, and a bug in it is INTERNAL_ERROR', async () => {
      const body = `
      if (call.arguments.value === 'own') return call.fail('mixed.BROKEN', { what: 'the lamp' });
      if (call.arguments.value === 'bug') throw new Error('secret path /home/me');
      return { result: await call.session.evaluate((title) => title + document.title, { arguments: ['at '] }) };`;
      const call = await open('mixed', body, { uses: ['page'] });
      await expect(call()).resolves.toMatchObject({ code: 'NOT_RUNNING' });
      const web = createServer((_, response) => response.end('<title>home</title>')).listen(0, '127.0.0.1');
      await once(web, 'listening');
      await call('electron_open_page', { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/` });
      await expect(call()).resolves.toMatchObject({ ok: true, result: 'at home' });
      await expect(call('mixed_go', { value: 'own' })).resolves.toMatchObject({
        code: 'mixed.BROKEN',
        error: 'It is broken: the lamp',
        hint: 'Repair it.',
        details: { what: 'the lamp' },
        http: 502,
      });
      const bug = await call('mixed_go', { value: 'bug' });
      expect(bug).toMatchObject({ code: 'INTERNAL_ERROR' });
      expect(JSON.stringify(bug)).not.toContain('/home/me');
      await expect(call('mixed_go', { value: 5 })).resolves.toMatchObject({ code: 'BAD_ARGUMENT' });
      await expect(call('mixed_go', { sessionId: 'session-9' })).resolves.toMatchObject({ code: 'NOT_RUNNING' });
      await expect(call('electron_plugins')).resolves.toMatchObject({
        plugins: [{ name: 'mixed', tools: ['mixed_go'], codes: ['mixed.BROKEN'], capabilities: ['page'] }],
      });
      web.close();
    });

    it('is notified when sessions have ended', async () => {
      const more = 'setup: (stage) => stage.onSessionEnd((id) => ended.push(id))';
      const call = await open('watcher', 'return { result: ended };', { before: 'const ended = [];', more });
      await call();
      const web = createServer((_, response) => response.end('<p>home')).listen(0, '127.0.0.1');
      await once(web, 'listening');
      await call('electron_open_page', { url: `http://127.0.0.1:${(web.address() as AddressInfo).port}/` });
      await call('electron_stop');
      await vi.waitFor(async () => expect(await call()).toMatchObject({ result: ['session-1'] }));
      web.close();
    });

    it('is notified when its call is cancelled, and stops with the server', async () => {
      const body = `return new Promise((resolve) => { call.signal.addEventListener('abort', () => resolve({ result: 'told' })); });`;
      const use = place.write(
        'slow',
        pluginSource('slow', body).replace(`session: false`, `session: false, timeoutMs: 300`),
      );
      const plugins = await loadPlugins(use, place.folder);
      const settings = readSettings({}, place.folder);
      const stage = createStageServer({ settings, environment: process.env, plugins, cwd: place.folder });
      const linked = await linkClient(stage.server);
      const { structuredContent } = await linked.callTool('slow_go', {});
      expect(structuredContent).toMatchObject({ ok: false, code: 'OPERATION_TIMEOUT' });
      await stage.close();
      await linked.close();
    });
  });
});
