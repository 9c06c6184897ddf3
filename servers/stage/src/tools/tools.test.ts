import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineTool } from '@recourse/engine';
import { confirmToolName } from '@recourse/engine/front-door';
import type { Tool } from '@recourse/engine';
import type { JsonObject } from '@recourse/contract';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { electronProgram } from '../apps/project-electron.ts';
import { createStageServer } from '../server.ts';
import { capabilities, profileNames, readSettings } from '../settings.ts';

const open = (environment: Readonly<Record<string, string>> = {}, tools: readonly Tool[] = []) =>
  createStageServer({ settings: readSettings(environment, '/'), environment, tools }).server;

const call = async (environment: Readonly<Record<string, string>>, tool: string, args: JsonObject = {}) => {
  const caller = { transport: 'in-process', local: true } as const;
  const { structuredContent } = await open(environment).respond({ tool, arguments: args, caller });
  return structuredContent;
};

const namesIn = async (profile: string): Promise<readonly string[]> =>
  (await open({ STAGE_PROFILE: profile }).listTools()).map(({ name }) => name);

const peek = (change: object = {}): Tool => {
  const tool = defineTool({
    name: 'electron_peek',
    description: 'Looks.',
    input: z.strictObject({}),
    operation: 'query',
    danger: 'safe',
    errors: [],
    run: () => ({ seen: true }),
  });
  const { target } = tool;
  if (!('operation' in target)) throw new Error('A tool has one operation');
  const operation = { ...target.operation, ...change };
  return { ...tool, operations: [operation], target: { operation } };
};

describe('tools', () => {
  it('list exactly their codes in their descriptions', async () => {
    const server = open({ STAGE_ALLOW: 'eval-main,eval-renderer' });
    const { tools } = await server.describeContract();
    const listedTools = (await server.listTools()).filter(({ name }) => name !== confirmToolName);
    expect(listedTools.length).toBeGreaterThan(20);
    for (const { name, description } of listedTools) {
      const listed = /Errors: ([A-Z_, ]+)\.$/u.exec(description)?.[1]?.split(', ');
      expect({ name, listed }).toEqual({ name, listed: tools[name]?.codes });
      expect(listed).toContain('BAD_ARGUMENT');
    }
  });

  it('do not show their operation types to agents', async () => {
    const listed = JSON.stringify(await open().listTools());
    expect(listed).not.toMatch(/operation_?type/iu);
    expect(listed).not.toContain('"operation"');
  });

  it.each([
    ['none', undefined],
    ['an unknown one', 'teleport'],
    ['a name of the prototype', 'constructor'],
  ])('prevent the start of the server if their operation type is %s', (_, operation) => {
    expect(() => open({}, [peek({ operation })])).toThrow(
      "'electron_peek' cannot be registered: 'operation' must be one of",
    );
  });

  it('prevent the server from starting if they run code without rules', () => {
    expect(() => open({}, [peek({ operation: 'eval' })])).toThrow(
      "'electron_peek' cannot be registered: all its code arguments must be checked by the same one of these rule sets: main, renderer",
    );
  });

  it('reject strings that must not reach an app, also in added tools', async () => {
    const answer = await call({}, 'electron_open_page', { url: 'https://example.org/\u0007' });
    expect(answer).toMatchObject({ code: 'BAD_ARGUMENT', details: { argument: 'url' } });
    const added = open({}, [peek()]);
    expect((await added.listTools()).find(({ name }) => name === 'electron_peek')?.description).toBe(
      'Looks. Errors: BAD_ARGUMENT.',
    );
  });
});

describe('a call of a tool that is not offered', () => {
  it('fails with NOT_FOUND_OPERATION and similar names if there is no such tool', async () => {
    expect(await call({}, 'electron_snapshoot')).toMatchObject({
      code: 'NOT_FOUND_OPERATION',
      details: { available: expect.arrayContaining(['electron_snapshot']) as string[] },
    });
  });

  it('fails with TOOL_GATED and the setting that allows it', async () => {
    expect(await call({ STAGE_ALLOW: 'pages' }, 'electron_attach', { port: 9222 })).toMatchObject({
      code: 'TOOL_GATED',
      http: 403,
      error: "Tool 'electron_attach' is disabled; the operator can enable it with STAGE_ALLOW=attach,pages",
    });
    expect(await namesOf({ STAGE_ALLOW: 'attach,pages' })).toContain('electron_attach');
    expect(await namesOf({ STAGE_ALLOW: 'attach,pages' })).not.toContain('electron_launch');
  });

  it('fails with TOOL_NOT_IN_PROFILE and the profiles that have it', async () => {
    const answer = await call({ STAGE_PROFILE: 'essential' }, 'electron_force_kill');
    expect(answer).toMatchObject({
      code: 'TOOL_NOT_IN_PROFILE',
      details: { tool: 'electron_force_kill', profile: 'essential', available: ['debug', 'full'] },
    });
    for (const profile of ['debug', 'full']) expect(await namesIn(profile)).toContain('electron_force_kill');
  });

  it('suggests only tools that are offered', async () => {
    expect(await call({ STAGE_PROFILE: 'essential' }, 'electron_force_kil')).not.toMatchObject({
      details: { available: expect.arrayContaining(['electron_force_kill']) as string[] },
    });
  });
});

const namesOf = async (environment: Readonly<Record<string, string>>): Promise<readonly string[]> =>
  (await open(environment).listTools()).map(({ name }) => name);

describe('tools that run code', () => {
  const both = ['electron_eval_main', 'electron_eval_renderer'];
  const waysIn = ['electron_launch', 'electron_attach', 'electron_open_page'];

  it('are not offered unless the operator allows their process', async () => {
    const names = await namesOf({});
    for (const name of both) expect(names).not.toContain(name);
    for (const name of waysIn) expect(names).toContain(name);
    expect(await namesOf({ STAGE_ALLOW: 'launch,attach,pages' })).not.toContain('electron_eval_main');
  });

  it.each([
    ['eval-main', ['electron_eval_main', ...waysIn]],
    ['eval-renderer', ['electron_eval_renderer', ...waysIn]],
    ['eval-main,eval-renderer', [...both, ...waysIn]],
    ['pages, eval-renderer', ['electron_eval_renderer', 'electron_open_page']],
  ])('are added to the others by STAGE_ALLOW=%s', async (value, expected) => {
    const names = (await namesOf({ STAGE_ALLOW: value })).filter((name) => [...both, ...waysIn].includes(name));
    expect(names.toSorted()).toEqual(expected.toSorted());
  });

  it.each(profileNames)('are in profile %s if they are allowed', async (profile) => {
    const names = await namesOf({ STAGE_PROFILE: profile, STAGE_ALLOW: 'eval-main,eval-renderer' });
    expect(names).toEqual(expect.arrayContaining(both));
  });

  it.each([
    ['electron_eval_main', '', 'STAGE_ALLOW=eval-main'],
    ['electron_eval_renderer', 'eval-main', 'STAGE_ALLOW=eval-main,eval-renderer'],
    ['electron_eval_renderer', 'pages', 'STAGE_ALLOW=pages,eval-renderer'],
    ['electron_launch', 'pages,eval-main', 'STAGE_ALLOW=launch,pages,eval-main'],
  ])('fail with TOOL_GATED and the setting that adds them: %s with %j', async (tool, value, option) => {
    const environment = { STAGE_ALLOW: value };
    const answer = await call(environment, tool, { code: '1 + 1' });
    expect(answer).toMatchObject({
      code: 'TOOL_GATED',
      details: { tool, option },
      hint: `Use another tool, or ask the operator to start the server with ${option}.`,
    });
    const [name = '', allowed = ''] = option.split('=');
    expect(await namesOf({ [name]: allowed })).toContain(tool);
  });

  it('can be called by a local client without another setting, and are marked as destructive', async () => {
    const environment = { STAGE_ALLOW: 'eval-main,eval-renderer' };
    for (const tool of both) {
      expect(await call(environment, tool, { code: '1 + 1' })).toMatchObject({ code: 'NOT_RUNNING' });
      const listed = (await open(environment).listTools()).find(({ name }) => name === tool);
      expect(listed?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    }
  });

  it('are denied to less trusted callers, and by the policy of the operator', async () => {
    const environment = { STAGE_ALLOW: 'eval-main' };
    const settings = readSettings(environment, '/');
    const callWith = async (server: object) => {
      const stage = createStageServer({ settings, environment, server });
      const caller = { transport: 'in-process', local: true } as const;
      const given = { tool: 'electron_eval_main', arguments: { code: '1 + 1' }, caller };
      return (await stage.server.respond(given)).structuredContent;
    };
    const identity = { identify: () => ({ id: 'guest', trust: 'generated' }) };
    expect(await callWith({ identity })).toMatchObject({ code: 'TOOL_GATED', http: 403 });
    const deny = { tools: { electron_eval_main: { decision: 'deny' } } };
    expect(await callWith({ policy: deny })).toMatchObject({ code: 'TOOL_GATED', http: 403 });
    const confirm = { tools: { electron_eval_main: { decision: 'confirm' } } };
    expect(await callWith({ policy: confirm })).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });
});

describe('profiles', () => {
  it('contain the essential tools, and are parts of the full one', async () => {
    const [essential = [], testing = [], debug = [], full = []] = await Promise.all(profileNames.map(namesIn));
    for (const larger of [testing, debug, full]) expect(larger).toEqual(expect.arrayContaining([...essential]));
    for (const smaller of [testing, debug]) expect(full).toEqual(expect.arrayContaining([...smaller]));
    expect(essential.length).toBeLessThan(testing.length);
    expect(testing.length).toBeLessThan(full.length);
  });

  it.each([
    ['STAGE_PROFILE', 'tiny', profileNames],
    ['STAGE_ALLOW', 'pages,everything', capabilities],
  ])('and capabilities are checked: %s', (name, value, known) => {
    expect(() => readSettings({ [name]: value }, '/')).toThrow(`${name} must be one of ${known.join(', ')}`);
  });
});

describe('electron_launch', () => {
  it('names the Electron of a workspace that is outside the allowed folders', async () => {
    const root = await mkdtemp(path.join(await realpath(tmpdir()), 'stage-workspace-'));
    const project = path.join(root, 'apps/desk');
    const installed = path.join(root, 'node_modules/electron');
    await mkdir(project, { recursive: true });
    await mkdir(path.join(installed, 'dist'), { recursive: true });
    for (const [folder, name] of [
      [project, 'desk'],
      [installed, 'electron'],
    ] as const)
      await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name }));
    const program = path.join(installed, 'dist', electronProgram);
    await mkdir(path.dirname(program), { recursive: true });
    await writeFile(program, '');
    try {
      const refused = await call({ STAGE_APP_ROOTS: project }, 'electron_launch', { main: project });
      expect(refused).toMatchObject({
        code: 'BAD_ARGUMENT',
        details: {
          argument: 'main',
          reason: `its Electron, ${program}, is outside the allowed folders; the operator must add its folder to STAGE_APP_ROOTS, or set STAGE_ELECTRON`,
        },
      });
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
