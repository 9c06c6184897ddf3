import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stagewright } from '@recourse/contract/dialects/stagewright';
import { coreCodes, stageCodes } from '@recourse/contract/registries';
import { describe, expect, it } from 'vitest';
import { findMismatches } from './mirror/find-mismatches.ts';
import { demo } from './mirror/fixture.ts';
import type { Mismatch } from './mirror/mismatch.ts';
import { mirroredPlugin, pluginNames } from './mirror/plugin-packages.ts';
import type { Exclusion } from './mirror/tool-mismatches.ts';
import { originalPlugins } from './plugins/original-plugins.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const documents = [
  'servers/stage/README.md',
  'docs/guide/stage.md',
  'docs/adr/011-codes-of-the-stage.md',
  'docs/adr/012-one-devtools-connection.md',
  'packages/contract/src/registries/stage/codes.ts',
];

/** Codes to which the names in a handler lead, and which its values exclude. */
const excluded: readonly Exclusion[] = [
  {
    codes: ['ELEMENT_DISABLED'],
    tools: [
      'electron_hover',
      'electron_drag',
      'electron_type_into_editor',
      'electron_key',
      'electron_press_sequence',
      'electron_drop_file',
      'electron_scroll',
      'electron_scroll_into_view',
    ],
    reason: 'the action does not need an enabled element',
  },
  {
    codes: ['ELEMENT_COVERED'],
    tools: [
      'electron_type',
      'electron_keyboard_type',
      'electron_key',
      'electron_press_sequence',
      'electron_clear_input',
      'electron_select_option',
      'electron_set_files',
      'electron_scroll_into_view',
    ],
    reason: 'the action sends nothing to the place of its element',
  },
  {
    codes: ['SELECTOR_NO_MATCH'],
    tools: [
      'electron_exists',
      'electron_wait_for_selector',
      'electron_wait_for_state',
      'electron_wait_for_event',
      'electron_expect_visible',
      'electron_expect_state',
      'expect-text.ts',
    ],
    reason: 'a missing element is a state that these tools report',
  },
  { codes: ['REF_NOT_FOUND'], tools: ['electron_exists'], reason: 'a lost element does not exist' },
  {
    codes: ['RENDERER_HUNG', 'SURFACE_CLOSED'],
    tools: [
      'electron_launch',
      'electron_open_page',
      'electron_attach',
      'electron_detach',
      'electron_stop',
      'electron_force_kill',
      'electron_status',
      'electron_windows_list',
      'electron_surfaces_list',
      'electron_discover_running',
      'electron_inject',
      'electron_dialog_handler',
      'electron_eval_main',
    ],
    reason: 'these tools ask the browser, and a page cannot keep it from answering',
  },
  {
    codes: ['RENDERER_HUNG'],
    tools: ['electron_switch_window', 'electron_switch_surface'],
    reason: 'these tools ask the browser, and a page cannot keep it from answering',
  },
  {
    codes: ['CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    tools: ['electron_detach', 'electron_force_kill', 'electron_status'],
    reason: 'a lost connection is established again in the background',
  },
  {
    codes: ['CDP_TIMEOUT', 'CDP_DISCONNECTED'],
    tools: ['electron_dialog_handler'],
    reason: 'a main process that does not take the policy now gets it later',
  },
  {
    codes: ['CDP_DISCONNECTED'],
    tools: ['electron_stop'],
    reason: 'the end of the connection is the end of the app',
  },
  {
    codes: ['EXPECTATION_FAILED', 'TYPE_NO_EFFECT'],
    tools: ['electron_fill_form'],
    reason: 'a field that fails while it is filled in is an error inside of BATCH_PARTIAL_FAILURE',
  },
  {
    codes: ['EVAL_SYNTAX_ERROR'],
    tools: ['electron_eval_main', 'electron_eval_renderer'],
    reason: 'the validator of code, which is in front of the handler, declares it',
  },
  {
    codes: ['CDP_TIMEOUT'],
    tools: ['electron_eval_main'],
    reason: 'the time limit of the code ends before that of the protocol',
  },
  { codes: ['SINGLE_INSTANCE_LOCK'], tools: ['electron_open_page'], reason: 'each page has a profile of its own' },
];

const show = ({ kind, subject, place }: Mismatch): string => `${kind}: ${subject} in ${place}`;

describe('the mirror of a registry', () => {
  it('agrees with the sources, tools and documents of the stage', () => {
    const found = findMismatches({
      config: path.join(root, 'servers/stage/tsconfig.json'),
      codes: stageCodes.definitions,
      borrowed: Object.keys(coreCodes.definitions),
      producedElsewhere: Object.values(coreCodes.definitions).map((definition) =>
        String(stagewright.ownCode(definition)),
      ),
      // The front of every handler, which checks the strings of a call.
      implied: ['BAD_ARGUMENT'],
      excluded,
      atRunTime: ['plugin-tool.ts'],
      documents: documents.map((name) => ({ name, text: readFileSync(path.join(root, name), 'utf8') })),
      variables: /^(?:STAGE|ELECTRON|NODE|WAYLAND|XDG|DBUS)_|^M(?:AX|IN)_SAFE_INTEGER$/u,
    });
    expect(found.map(show)).toEqual([]);
  });
});

describe('the mirror of the plugins of the repository', () => {
  it('finds them', () => {
    expect(pluginNames.toSorted()).toEqual(Object.keys(originalPlugins).toSorted());
  });

  it.each(pluginNames)('agrees with the sources, tools and documents of %s', async (name) => {
    expect(findMismatches(await mirroredPlugin(name)).map(show)).toEqual([]);
  });

  it('reports a code of another plugin, one that is not declared, and one that only run time knows', async () => {
    const { failing, codes } = {
      codes: `import { definePluginCodes } from '@recourse/contract';
        const row = { kind: 'error', category: 'conflict', http: 409, retryable: false, recovery: 'report', since: '0.1.0', summary: 'A', message: 'A', hint: 'B.' } as const;
        export const networkCodes = definePluginCodes('network', { UNSUPPORTED: row, ALREADY_CAPTURING: row, NOT_CAPTURING: row });`,
      failing: `import { createRegistry } from '@recourse/contract';
        import { networkCodes } from './codes.ts';
        const { fail } = createRegistry(networkCodes);
        export const notCapturing = () => fail('network.NOT_CAPTURED' as never);
        export const alreadyCapturing = () => fail('storage.NOT_FOUND' as never);
        export const unsupportedUrl = (url: string) => fail(url as never);`,
    };
    const found = findMismatches(await mirroredPlugin('network', { 'src/codes.ts': codes, 'src/failing.ts': failing }));
    const inFailing = found
      .filter(({ place }) => place.startsWith('failing.ts'))
      .map(({ kind, subject }) => `${kind}: ${subject}`);
    expect(inFailing).toEqual(
      expect.arrayContaining([
        'unregistered: network.NOT_CAPTURED',
        'unregistered: storage.NOT_FOUND',
        'dynamic: url as never',
      ]),
    );
    const inTools = found.filter(({ kind }) => kind === 'impossible').map(({ subject }) => subject);
    expect(inTools).toEqual(expect.arrayContaining(['network.NOT_CAPTURING', 'network.ALREADY_CAPTURING']));
  });
});

describe('the mirror of a plugin with mistakes', () => {
  const found = findMismatches(demo);
  const inFile = (name: string, kind: Mismatch['kind']): readonly string[] =>
    found.filter((one) => one.place.startsWith(name) && one.kind === kind).map(({ subject }) => subject);

  it('reports codes that are not registered, even if only their types tell them', () => {
    expect(inFile('unregistered.ts', 'unregistered')).toEqual([
      'demo.IS_BORKEN',
      'demo.IS_BRKN',
      'demo.IS_LEFT',
      'demo.IS_BENT',
      'demo.IS_GONE',
    ]);
  });

  it('reports codes of a plugin with another namespace than its own, or without one', () => {
    expect(inFile('plugin.ts', 'unregistered')).toEqual(['other.IS_LOST', 'IS_LOST', 'dmeo.IS_LOST']);
  });

  it('reports strings where a code is expected, also behind a cast', () => {
    expect(inFile('dynamic.ts', 'dynamic')).toEqual([
      "text as 'demo.IS_BROKEN'",
      "'demo.' + text",
      '`demo.${text}`',
      'text',
      'text',
      'classify(error) as never',
    ]);
  });

  it('reports names in strings, comments and documents that are not codes', () => {
    expect(inFile('named.ts', 'unknown name')).toEqual(['demo.IS_BROKE', 'demo.IS_LOOST']);
    expect(inFile('README.md', 'unknown name')).toEqual(['INTERNAL_EROR']);
  });

  it('reports codes that nothing produces, and reserved ones that something does', () => {
    expect(inFile('registry', 'never produced')).toEqual(['demo.NEVER_MADE']);
    expect(inFile('registry', 'reserved but produced')).toEqual(['demo.IS_CLOSED']);
  });

  it('reports codes that a handler produces and its tool does not declare', () => {
    expect(found.filter(({ kind }) => kind === 'undeclared').map(show)).toEqual([
      'undeclared: demo.IS_CLOSED in demo_short',
      'undeclared: demo.IS_BROKEN in hidden',
    ]);
  });

  it('reports codes that a tool declares and its handler cannot produce', () => {
    expect(found.filter(({ kind }) => kind === 'impossible').map(show)).toEqual([
      'impossible: demo.IS_BROKEN in demo_long',
    ]);
  });

  it('reports exclusions that exclude nothing', () => {
    expect(found.filter(({ kind }) => kind === 'needless exclusion').map(show)).toEqual([
      'needless exclusion: demo.IS_LOST in demo_exact',
    ]);
  });

  it('reports nothing in files without mistakes', () => {
    expect(found.filter(({ place }) => /^(?:clean|codes)\.ts/u.test(place)).map(show)).toEqual([]);
  });
});
