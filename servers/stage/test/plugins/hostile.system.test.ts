import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@recourse/contract';
import { linkClient, spawnClient } from '@recourse/testkit';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { StageError } from '../../src/failing.ts';
import { loadPlugins } from '../../src/plugins/load-plugins.ts';
import { createStageServer } from '../../src/server.ts';
import { readSettings } from '../../src/settings.ts';
import { openPluginPlace, pluginSource } from '../../src/testing/plugin-place.ts';
import type { PluginPlace } from '../../src/testing/plugin-place.ts';

const repository = path.resolve(import.meta.dirname, '../../../..');
const zod = path.join(repository, 'node_modules/zod');

type Answer = JsonObject & { readonly result?: unknown };

let place: PluginPlace;
let close: () => Promise<void> = () => Promise.resolve();
beforeAll(async () => {
  place = await openPluginPlace();
  mkdirSync(path.join(place.folder, 'project'));
  writeFileSync(path.join(place.folder, 'project/package.json'), '{"name":"project"}');
  writeFileSync(path.join(place.folder, 'project/.env'), 'TOKEN=abc');
});
afterAll(() => place.close());
afterEach(() => close());

const load = async (use: string, grant: readonly string[] = []): Promise<JsonObject> => {
  try {
    await loadPlugins(place.list([{ use, grant }]), place.folder);
  } catch (error) {
    if (!(error instanceof StageError)) throw error;
    return { code: error.failure.code, ...error.failure.details };
  }
  return { code: 'LOADED' };
};

const open = async (use: string, grant: readonly string[] = []) => {
  const plugins = await loadPlugins(place.list([{ use, grant }]), place.folder);
  const settings = readSettings({}, place.folder);
  const stage = createStageServer({ settings, environment: process.env, plugins, cwd: place.folder });
  const linked = await linkClient(stage.server);
  close = async () => {
    close = () => Promise.resolve();
    await stage.close();
    await linked.close();
  };
  return async (tool: string, value?: string): Promise<Answer> =>
    (await linked.callTool(tool, value === undefined ? {} : { value })).structuredContent as Answer;
};

const edit = (name: string, change: (description: JsonObject) => JsonObject): void => {
  const file = path.join(place.folder, name, 'package.json');
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as JsonObject)));
};

describe('the folders that a plugin can read', () => {
  it.each(['../project', './../project', '/etc', 'links/../../project', '.', '..'])(
    'cannot be extended with the dependency %s',
    async (dependency) => {
      const use = place.write('walker', pluginSource('walker', 'return {}'));
      edit('walker', (one) => ({ ...one, dependencies: { ...(one['dependencies'] as object), [dependency]: '*' } }));
      const found = await load(use);
      expect(found).toMatchObject({ code: 'PLUGIN_LOAD_FAILED' });
      expect(found['reason']).toContain('is not a valid package name');
    },
  );

  it.each([
    ['a folder', '../project'],
    ['a file', '/etc/hostname'],
    ['a file that does not exist yet', '../later.txt'],
  ])('cannot be extended with a link to %s', async (_, target) => {
    const name = `linker${target.length}`;
    const use = place.write(name, pluginSource(name, 'return {}'));
    mkdirSync(path.join(place.folder, name, 'data'));
    symlinkSync(target.replace('../', '../../'), path.join(place.folder, name, 'data/shortcut'));
    const found = await load(use);
    expect(found).toMatchObject({ code: 'PLUGIN_LOAD_FAILED' });
    expect(found['reason']).toContain('data/shortcut points to a file outside the folders that it is allowed to read');
  });

  it('cannot be extended with a dependency that is a link inside the plugin', async () => {
    const use = place.write('guest', pluginSource('guest', 'return {}'));
    edit('guest', (one) => ({ ...one, dependencies: { ...(one['dependencies'] as object), project: '*' } }));
    mkdirSync(path.join(place.folder, 'guest/node_modules'));
    symlinkSync('../../project', path.join(place.folder, 'guest/node_modules/project'));
    const found = await load(use);
    expect(found).toMatchObject({ code: 'PLUGIN_LOAD_FAILED' });
    expect(found['reason']).toContain('node_modules/project points to a file outside the folders');
  });

  it.each([
    ['is not JSON', '{', 'package.json does not contain a JSON object'],
    ['is not an object', 'null', 'package.json does not contain a JSON object'],
    [
      'has a main module elsewhere',
      '{"main":"../project/index.js"}',
      "main module '../project/index.js' is outside its folder",
    ],
  ])('are not read if the package.json %s', async (_, text, reason) => {
    const use = place.write('odd', pluginSource('odd', 'return {}'));
    writeFileSync(path.join(place.folder, 'odd/package.json'), text);
    const found = await load(use);
    expect(found).toMatchObject({ code: 'PLUGIN_LOAD_FAILED' });
    expect(found['reason']).toContain(reason);
  });

  it('must not have an asterisk in their paths', async () => {
    const found = await load(place.write('st*r', pluginSource('star', 'return {}')));
    expect(found).toMatchObject({ code: 'PLUGIN_LOAD_FAILED' });
    expect(found['reason']).toContain("st*r contains '*'");
  });

  it('may have links inside, and to installed packages', async () => {
    const use = place.write('tidy', pluginSource('tidy', 'return {}'));
    mkdirSync(path.join(place.folder, 'tidy/node_modules'));
    symlinkSync('index.js', path.join(place.folder, 'tidy/again.js'));
    symlinkSync(zod, path.join(place.folder, 'tidy/node_modules/zod'));
    mkdirSync(path.join(place.folder, 'store/node_modules/tool'), { recursive: true });
    symlinkSync('../../store/node_modules/tool', path.join(place.folder, 'tidy/node_modules/tool'));
    await expect(load(use)).resolves.toEqual({ code: 'LOADED' });
  });
});

describe('a plugin with a capability', () => {
  it('cannot use it if the operator grants it and the plugin does not declare it', async () => {
    const body = `try { return { result: await call.stage.files.write('x.txt', 'x') }; } catch (error) { return { result: error.message }; }`;
    const call = await open(place.write('sneaky', pluginSource('sneaky', body)), ['files', 'calls']);
    const { result } = await call('sneaky_go');
    expect(result).toContain("needs the capability 'files'");
    await expect(call('electron_plugins')).resolves.toMatchObject({ plugins: [{ capabilities: [] }] });
  });
});

describe('the files of apps', () => {
  it('are searched only if they are regular files', async () => {
    const pipe = path.join(place.folder, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const body = `try { return { result: await call.stage.apps.search('${pipe}', 'text') }; } catch (error) { return { result: error.message }; }`;
    const source = pluginSource('seeker', body, { more: `capabilities: ['apps']` });
    const call = await open(place.write('seeker', source), ['apps']);
    expect((await call('seeker_go')).result).toContain('it is not a file');
  });
});

describe('the manifest of a plugin', () => {
  /** Source that describes itself without `defineStagePlugin`. */
  const manifest = (change: string): string => `
    import { writeSync } from 'node:fs';
    const tool = {
      name: 'go', description: 'Goes.', input: { type: 'object', properties: {} }, output: { type: 'object' }, operation: 'query',
      danger: 'safe', idempotent: true, session: false, uses: [], errors: [], timeoutMs: 1000,
    };
    const manifest = { protocol: 1, name: 'raw', version: '1.0.0', stage: '^0.1.0', capabilities: [], config: null, codes: {}, tools: [tool] };
    ${change};
    const line = JSON.stringify({ type: 'manifest', manifest }).replace('"DEEP"', '['.repeat(1e6) + ']'.repeat(1e6));
    const text = Buffer.from(line + '\\n' + JSON.stringify({ type: 'ready' }) + '\\n');
    for (let at = 0; at < text.length;) try { at += writeSync(3, text, at); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
    setInterval(() => {}, 1000);`;

  it('loads in this test', async () => {
    await expect(load(place.write('raw', manifest('')))).resolves.toEqual({ code: 'LOADED' });
  });

  it.each([
    ['a schema of another document', `tool.input.$ref = 'http://127.0.0.1/schema'`, 'points outside the document'],
    ['a schema that is not one', `tool.output.properties = { a: { type: 'nonsense' } }`, 'go: output: '],
    ['a schema with an id', `tool.input.$id = 'http://json-schema.org/schema'`, '$id'],
    ['an input that is not an object', `tool.input.type = 'string'`, "must be of type 'object'"],
    [
      'a schema that is too deep',
      `let deep = {}; for (let at = 0; at < 2000; at += 1) deep = { not: deep }; tool.input.properties = { deep }`,
      'nested deeper',
    ],
    [
      'a pattern that RE2 does not run',
      `tool.input.properties = { a: { type: 'string', pattern: '(?<=a)b' } }`,
      '(?<=a)b',
    ],
    ['a code that is declared nowhere', `tool.errors = ['raw.MISSING']`, 'raw.MISSING'],
    ['a code of another plugin', `tool.errors = ['other.CODE']`, 'other.CODE'],
    [
      'a field of the envelope in its output',
      `tool.output.properties = { ok: {} }`,
      "'ok' is reserved for the envelope",
    ],
    ['two tools of the same name', `manifest.tools = [tool, tool]`, "two tools are called 'go'"],
    [
      'a field that the stage adds',
      `tool.session = true; tool.input.properties = { sessionId: { type: 'integer' } }`,
      'sessionId',
    ],
    ['a length that clients cannot bear', `tool.description = 'x'.repeat(2e6)`, 'longer than'],
    ['a value that is too deep to be written', `manifest.config = 'DEEP'`, 'nested too deep'],
    ['another protocol', `manifest.protocol = 2`, 'protocol must be 1'],
  ])('with %s is PLUGIN_MANIFEST_INVALID', async (_, change, reason) => {
    const found = await load(place.write('raw', manifest(change)));
    expect(found).toMatchObject({ code: 'PLUGIN_MANIFEST_INVALID' });
    expect(found['reason']).toContain(reason);
  });
});

describe('the process of a plugin', () => {
  const timed = (name: string, body: string, options = {}): string =>
    pluginSource(name, body, options).replace('session: false', 'session: false, timeoutMs: 500');

  it('is killed if it runs in an endless loop, and the next call starts another', async () => {
    const body = `if (call.arguments.value === 'loop') for (;;); return { result: process.pid };`;
    const call = await open(place.write('looper', timed('looper', body)));
    const { result: first } = await vi.waitFor(async () => {
      const answer = await call('looper_go');
      expect(answer).toMatchObject({ ok: true });
      return answer;
    }, 40_000);
    await expect(call('looper_go', 'loop')).resolves.toMatchObject({ code: 'OPERATION_TIMEOUT' });
    await vi.waitFor(async () => {
      const answer = await call('looper_go');
      expect(answer).toMatchObject({ ok: true });
      expect(answer.result).not.toBe(first);
    }, 40_000);
  });

  it('keeps running if it answers a cancelled call late', async () => {
    const body = `if (call.arguments.value === 'late') await new Promise((done) => setTimeout(done, 1500)); return { result: process.pid };`;
    const call = await open(place.write('tardy', timed('tardy', body)));
    const { result } = await vi.waitFor(async () => {
      const answer = await call('tardy_go');
      expect(answer).toMatchObject({ ok: true });
      return answer;
    }, 40_000);
    await expect(call('tardy_go', 'late')).resolves.toMatchObject({ code: 'OPERATION_TIMEOUT' });
    await expect(call('tardy_go')).resolves.toMatchObject({ ok: true, result });
  });

  it('makes no request to the stage faster than it reads the answers', async () => {
    const body = `
      const { writeSync } = await import('node:fs');
      const texts = [{ name: 'note', text: 'x'.repeat(1_000_000) }];
      const line = Buffer.from(JSON.stringify({ type: 'ask', id: 1, method: 'secrets.mask', params: { texts } }) + '\\n');
      let at = 0;
      const send = () => {
        try { at = (at + writeSync(3, line, at)) % line.length; return true; }
        catch (error) { if (error.code !== 'EAGAIN') throw error; return false; }
      };
      for (let waits = 0; waits < 2e5;) waits = send() ? 0 : waits + 1;
      // The answers are read from here on, and the stage reads again.
      while (at > 0) { send(); await new Promise(setImmediate); }
      return { result: 'the stage reads no further' };`;
    const source = pluginSource('deaf', body).replace('session: false', 'session: false, timeoutMs: 50_000');
    const call = await open(place.write('deaf', source));
    const flood = call('deaf_go');
    await expect(call('electron_status')).resolves.toMatchObject({ ok: true });
    await expect(flood).resolves.toMatchObject({ result: 'the stage reads no further' });
  });

  it('does no harm if it fills its output', async () => {
    const body = `for (let at = 0; at < 500; at += 1) { process.stdout.write('x'.repeat(65536)); process.stderr.write('{"jsonrpc":"2.0"}\\n'.repeat(4000)); } return { result: 'done' };`;
    const call = await open(place.write('noisy', pluginSource('noisy', body)));
    await expect(call('noisy_go')).resolves.toMatchObject({ result: 'done' });
  });

  it('is not restarted for ten minutes after it has stopped five times', async () => {
    const source = pluginSource('dying', 'process.exit(1);').replace(
      'session: false',
      'session: false, idempotent: true',
    );
    const call = await open(place.write('dying', source));
    for (let at = 0; at < 5; at += 1)
      await expect(call('dying_go')).resolves.toMatchObject({
        code: 'PLUGIN_STOPPED',
        retryable: true,
        recourse: { recovery: 'retry' },
      });
    const refused = await call('dying_go');
    expect(refused).toMatchObject({
      code: 'PLUGIN_STOPPED',
      retryable: true,
      recourse: { recovery: 'wait', effect: 'none' },
    });
    expect(refused['hint']).toMatch(/repeat the call in \d+ s/u);
  });

  it('leaves the effect of a call that changes something unknown if it stops during it', async () => {
    const call = await open(place.write('halfway', pluginSource('halfway', 'process.exit(1);')));
    const stopped = await call('halfway_go');
    expect(stopped).toMatchObject({
      code: 'PLUGIN_STOPPED',
      retryable: false,
      recourse: { recovery: 'verify', effect: 'unknown' },
    });
    expect(stopped['hint']).toMatch(/^Check whether the call took effect before you repeat it/u);
  });

  it('can ask the stage in its setup', async () => {
    const before = 'let live;';
    const more = 'setup: async (stage) => { live = await stage.sessions(); }';
    const use = place.write('eager', pluginSource('eager', 'return { result: live };', { before, more }));
    await expect((await open(use))('eager_go')).resolves.toMatchObject({ ok: true, result: [] });
  });

  it('fails with PLUGIN_STOPPED and the reason if its setup fails after the stage has answered', async () => {
    const more = `setup: async (stage) => { await stage.sessions(); throw new Error('not today'); }`;
    const call = await open(place.write('moody', pluginSource('moody', 'return {}', { more })));
    await expect(call('moody_go')).resolves.toMatchObject({ code: 'PLUGIN_STOPPED', details: { reason: 'not today' } });
  });

  it('fails with PLUGIN_STOPPED if its setup never ends', async () => {
    const more = 'setup: async (stage) => { await stage.sessions(); for (;;); }';
    const call = await open(place.write('slowly', pluginSource('slowly', 'return {}', { more })));
    const answer = await call('slowly_go');
    expect(answer).toMatchObject({ code: 'PLUGIN_STOPPED' });
    expect((answer['details'] as JsonObject)['reason']).toContain('did not start within');
  });
});

describe('the messages of a plugin', () => {
  /** A handler that writes a line to the stage in place of an answer. */
  const sends = (line: string): string =>
    `(await import('node:fs')).writeSync(3, ${JSON.stringify(`${line}\n`)}); return new Promise(() => {});`;
  const answers = async (name: string, line: string) =>
    (await open(place.write(name, pluginSource(name, sends(line)))))(`${name}_go`);

  it.each([
    ['of another plugin', '"other.BROKEN"'],
    ['of the stage', '"REF_NOT_FOUND"'],
    ['of the core', '"CONFIRMATION_REQUIRED"'],
    ['that it does not declare', '"alien.MISSING"'],
  ])('with a code %s are INTERNAL_ERROR', async (_, code) => {
    const line = `{"type":"failure","id":1,"failure":{"code":${code},"details":{"what":"x"}}}`;
    await expect(answers('alien', line)).resolves.toMatchObject({ ok: false, code: 'INTERNAL_ERROR' });
  });

  it('change no prototype', async () => {
    const evil = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}';
    const failed = await answers(
      'polluter',
      `{"type":"failure","id":1,"failure":{"code":"polluter.BROKEN","details":{"what":"x",${evil}}}}`,
    );
    expect(failed).toMatchObject({ code: 'polluter.BROKEN', details: { what: 'x' } });
    expect(Object.keys(failed['details'] as object)).toEqual(['what']);
    await close();
    const result = await answers('polluter', `{"type":"result","id":1,"value":{"result":{${evil}},${evil}}}`);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
  });

  it('answer no call if they belong to no call or to no refusal', async () => {
    const other =
      '{"type":"result","id":7,"value":{"result":"for somebody else"}}\\n{"type":"failure","id":1,"failure":{"ask":99}}';
    await expect(answers('liar', other.replace('\\n', '\n'))).resolves.toMatchObject({ code: 'INTERNAL_ERROR' });
  });

  it('may name a code of any length that the manifest allows, with a hint of their own and a sentence that is cut', async () => {
    const code = `LONG_${'A'.repeat(45)}`;
    const body = `return call.fail('verbose.${code}', { what: 'x' }, { message: 'm'.repeat(5000), hint: 'Turn it off and on.' });`;
    const source = pluginSource('verbose', body)
      .replace('BROKEN: {', `${code}: {`)
      .replace(`'verbose.BROKEN'`, `'verbose.${code}'`);
    const failed = await (await open(place.write('verbose', source)))('verbose_go');
    expect(failed).toMatchObject({ code: `verbose.${code}`, error: 'm'.repeat(2000), hint: 'Turn it off and on.' });
  });

  it('stop it if they are too large', async () => {
    const call = await open(place.write('bulky', pluginSource('bulky', `return { result: 'x'.repeat(40e6) };`)));
    await expect(call('bulky_go')).resolves.toMatchObject({ code: 'PLUGIN_STOPPED' });
  });

  it('cannot make calls nested more than one level deep', async () => {
    const body = `return { result: (await call.stage.calls.make('deeper_go', {})).code };`;
    const source = pluginSource('deeper', body, { more: `capabilities: ['calls']` });
    const call = await open(place.write('deeper', source), ['calls']);
    await expect(call('deeper_go')).resolves.toMatchObject({ ok: true, result: 'INTERNAL_ERROR' });
  });
});

describe('the server of a plugin', () => {
  it('does not open its debugger when the plugin sends the signal for it', async () => {
    const use = place.write(
      'prying',
      pluginSource('prying', 'process._debugProcess(process.ppid); return { result: 1 };'),
    );
    const env = { ...(process.env as Record<string, string>), STAGE_PLUGINS: use };
    const args = [path.join(repository, 'packages/cli/dist/main.js'), 'serve', 'stage', '--stdio'];
    const client = await spawnClient({ args, cwd: place.folder, env });
    try {
      expect(await client.callTool('prying_go', {})).toMatchObject({ structuredContent: { ok: true, result: 1 } });
      // The signal has arrived when the next call is answered.
      expect(await client.callTool('electron_status', {})).toMatchObject({ structuredContent: { ok: true } });
      expect(client.stderr()).not.toContain('Debugger listening');
    } finally {
      await client.close();
    }
  });
});

describe('files that Node writes for a plugin', () => {
  it('are not written by flags of V8 that the plugin sets', async () => {
    const kept = path.join(place.folder, 'kept.txt');
    writeFileSync(kept, 'kept');
    const body = `
      const { setFlagsFromString } = await import('node:v8');
      setFlagsFromString('--trace-turbo-cfg-file=${kept}');
      setFlagsFromString('--trace-turbo');
      const sum = (step) => { let all = 0; for (let at = 0; at < 3e7; at += 1) all += at ^ step; return all; };
      return { result: sum(1) + sum(2) };`;
    const call = await open(place.write('compiling', pluginSource('compiling', body)));
    await expect(call('compiling_go')).resolves.toMatchObject({ code: 'PLUGIN_STOPPED' });
    expect(readFileSync(kept, 'utf8')).toBe('kept');
  });

  it('are not written', async () => {
    const before = `
      import { createTracing } from 'node:trace_events';
      import { setHeapSnapshotNearHeapLimit } from 'node:v8';`;
    const body = `
      const tracing = createTracing({ categories: ['node', 'v8'] });
      tracing.enable();
      setHeapSnapshotNearHeapLimit(1);
      const all = [];
      for (;;) all.push(new Array(1e6).fill(Math.random()));`;
    const seen = readdirSync(process.cwd());
    const call = await open(place.write('writer', pluginSource('writer', body, { before })));
    await expect(call('writer_go')).resolves.toMatchObject({ code: 'PLUGIN_STOPPED' });
    expect(readdirSync(process.cwd())).toEqual(seen);
  });
});
