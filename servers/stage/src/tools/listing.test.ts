import type { JsonObject } from '@recourse/contract';
import { confirmToolName } from '@recourse/engine/front-door';
import type { ListedTool, Server } from '@recourse/engine';
import { describe, expect, it } from 'vitest';
import { createStageServer } from '../server.ts';
import { profileNames, readSettings } from '../settings.ts';
import type { ProfileName } from '../settings.ts';
import { countTokens } from '../tokens/count-tokens.ts';

const servers = new Map(
  profileNames.map((profile) => {
    const environment = { STAGE_PROFILE: profile };
    return [profile, createStageServer({ settings: readSettings(environment, '/'), environment }).server] as const;
  }),
);
const lists = new Map<ProfileName, readonly ListedTool[]>();
for (const [profile, server] of servers)
  lists.set(
    profile,
    (await server.listTools()).filter(({ name }) => name !== confirmToolName),
  );

const open = (profile: ProfileName): Server => servers.get(profile) as Server;
const listOf = (profile: ProfileName): readonly ListedTool[] => lists.get(profile) ?? [];

/** The part of an entry that a model reads in every client. */
const shown = ({ name, description, inputSchema }: ListedTool) => ({ name, description, inputSchema });

/**
 * The tools of each profile besides those of the one named first, and the most tokens that our bound counts for its list.
 * The bound is about a quarter above the encoding; the interop tests count exactly.
 */
const profiles: Readonly<Record<ProfileName, { readonly tools: readonly string[]; readonly most: number }>> = {
  essential: {
    most: 8000,
    tools: [
      'check',
      'clear_input',
      'click',
      'exists',
      'expect_count',
      'expect_state',
      'expect_text',
      'expect_url',
      'expect_value',
      'expect_visible',
      'fill_form',
      'find',
      'get_state',
      'get_text',
      'get_value',
      'info',
      'key',
      'launch',
      'open_page',
      'scroll',
      'scroll_into_view',
      'select_option',
      'snapshot',
      'status',
      'stop',
      'surfaces_list',
      'switch_surface',
      'type',
      'uncheck',
      'wait_for_selector',
      'wait_for_state',
    ],
  },
  testing: {
    most: 13_800,
    tools: [
      'assert_pattern',
      'attach',
      'console_logs',
      'detach',
      'dialog_handler',
      'drag',
      'drop_file',
      'elements_list',
      'focused_element',
      'get_attribute',
      'get_bbox',
      'get_computed_style',
      'hover',
      'keyboard_type',
      'press_sequence',
      'screenshot',
      'set_files',
      'switch_window',
      'type_into_editor',
      'wait',
      'wait_for_event',
      'windows_list',
    ],
  },
  debug: {
    most: 12_500,
    tools: [
      'attach',
      'console_logs',
      'detach',
      'dialog_handler',
      'discover_running',
      'doctor',
      'elements_list',
      'focused_element',
      'force_kill',
      'get_attribute',
      'get_bbox',
      'get_computed_style',
      'inject',
      'screenshot',
      'switch_window',
      'wait',
      'wait_for_event',
      'windows_list',
    ],
  },
  full: { most: 15_000, tools: [] },
};

const { essential, testing, debug } = profiles;
const namesIn = (profile: ProfileName): readonly string[] => {
  const parts = profile === 'full' ? [essential, testing, debug] : [essential, profiles[profile]];
  return [...new Set(parts.flatMap(({ tools }) => tools))].toSorted();
};

describe('profiles', () => {
  it.each(profileNames)('list exactly their tools, within their size: %s', (profile) => {
    const tools = listOf(profile);
    const names = tools.map(({ name }) => name.replace('electron_', '')).toSorted();
    const unlisted = names.filter((name) => !namesIn(profile).includes(name));
    expect(namesIn(profile).filter((name) => !names.includes(name))).toEqual([]);
    // Tools that are being added are in the full profile first.
    if (profile !== 'full') expect(unlisted).toEqual([]);
    expect(countTokens(JSON.stringify(tools.map(shown)))).toBeLessThanOrEqual(profiles[profile].most);
  });

  it('name a profile that has the tool when it is called in another profile', async () => {
    const caller = { transport: 'in-process', local: true } as const;
    const all = listOf('full');
    for (const profile of profileNames) {
      const offered = new Set(listOf(profile).map(({ name }) => name));
      for (const { name } of all.filter((tool) => !offered.has(tool.name))) {
        const { structuredContent } = await open(profile).respond({ tool: name, arguments: {}, caller });
        expect(structuredContent, name).toMatchObject({
          code: 'TOOL_NOT_IN_PROFILE',
          details: { tool: name, profile },
        });
        const { available } = (structuredContent as { details: { available: ProfileName[] } }).details;
        expect(available).toContain('full');
        for (const other of available) expect(listOf(other).map((tool) => tool.name)).toContain(name);
      }
    }
  });
});

/** A value just outside of each bound of an argument, and arguments that have one. */
const outside = (tool: ListedTool): readonly JsonObject[] =>
  Object.entries((tool.inputSchema['properties'] ?? {}) as Record<string, JsonObject>).flatMap(([name, schema]) => {
    const { minimum, maximum, maxLength, maxItems } = schema as Record<string, number | undefined>;
    return [
      ...(minimum === undefined ? [] : [{ [name]: minimum - 1 }]),
      ...(maximum === undefined ? [] : [{ [name]: maximum + 1 }]),
      ...(maxLength === undefined ? [] : [{ [name]: 'x'.repeat(maxLength + 1) }]),
      ...(maxItems === undefined ? [] : [{ [name]: Array.from({ length: maxItems + 1 }, () => 'x') }]),
    ];
  });

describe('the list of tools', () => {
  it('lists every code of a tool in its description, and nowhere else', async () => {
    const contract = await open('full').describeContract();
    for (const { name, description, outputSchema } of listOf('full')) {
      const codes = contract.tools[name]?.codes ?? [];
      expect(codes.length, name).toBeGreaterThan(0);
      for (const code of codes) expect(description, name).toMatch(new RegExp(`\\b${code}\\b`, 'u'));
      expect(JSON.stringify(outputSchema), name).not.toContain('NOT_RUNNING');
    }
  });

  it('states the limits that calls are checked against', async () => {
    const server = open('full');
    const caller = { transport: 'in-process', local: true } as const;
    let checked = 0;
    for (const tool of listOf('full')) {
      for (const args of outside(tool)) {
        const { structuredContent } = await server.respond({ tool: tool.name, arguments: args, caller });
        const [name = ''] = Object.keys(args);
        const { problems } = (structuredContent as { details: { problems: readonly { path: string }[] } }).details;
        expect(
          problems.map(({ path }) => path),
          tool.name,
        ).toContain(`/${name}`);
        checked += 1;
      }
    }
    expect(checked).toBeGreaterThan(100);
  });

  it('states the default and the maximum of every time limit', () => {
    for (const { name, inputSchema } of listOf('full')) {
      const { timeoutMs } = inputSchema['properties'] as Record<string, JsonObject | undefined>;
      if (timeoutMs === undefined) continue;
      expect(timeoutMs['maximum'] ?? timeoutMs['description'], name).toBeDefined();
      expect(timeoutMs, name).toHaveProperty('default');
    }
  });
});
