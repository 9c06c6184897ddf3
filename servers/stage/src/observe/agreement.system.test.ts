import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture } from './capture.ts';
import { eachElement } from './element.ts';
import type { FlatNode } from './flat-node.ts';
import { nameOf } from './names/name-of.ts';
import { observe } from './observe.ts';
import { roleOf } from './roles/role-of.ts';
import { SecretMemory } from './secrets/secret-memory.ts';
import { lacksBrowser, startBrowser } from './testing/open-page.ts';
import type { OpenPage, TestBrowser } from './testing/open-page.ts';
import { samplePages } from './testing/sample-pages.ts';

let browser: TestBrowser;
let page: OpenPage;
beforeAll(async () => {
  browser = await startBrowser();
  page = await browser.openPage();
});
afterAll(() => browser.close());

/** Chromium's own names for roles, in ours. Roles that mean nothing to an agent are `generic` here. */
const chromiumRoles: Readonly<Record<string, string>> = {
  image: 'img',
  DisclosureTriangle: 'button',
  ColorWell: 'colorwell',
  Date: 'date',
  DateTime: 'datetime',
  InputTime: 'inputtime',
  Iframe: 'iframe',
  Canvas: 'canvas',
  Video: 'video',
  Audio: 'audio',
  Figcaption: 'caption',
  PluginObject: 'embed',
  EmbeddedObject: 'embed',
  LayoutTable: 'table',
  LayoutTableRow: 'row',
  LayoutTableCell: 'cell',
  Abbr: 'generic',
  DescriptionList: 'generic',
  LabelText: 'generic',
  Legend: 'generic',
  LineBreak: 'generic',
  Pre: 'generic',
  Ruby: 'generic',
  sectionfooter: 'generic',
  sectionheader: 'generic',
};

/**
 * Where this observer means to differ: an image with an empty `alt` and a title, and the text that a media element
 * shows without a source.
 */
const isExpectedToDiffer = ({ tag, attributes }: FlatNode): boolean =>
  tag === 'br' || tag === 'video' || tag === 'audio' || (tag === 'img' && attributes.get('alt') === '');

interface Compared {
  readonly count: number;
  readonly differences: readonly string[];
}

const compare = async (html: string): Promise<Compared> => {
  await page.load(html);
  const { document } = await capture(page.surface);
  const { nodes } = await page.surface.session.send('Accessibility.getFullAXTree');
  const byNode = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const differences: string[] = [];
  let count = 0;
  for (const node of document.nodes) {
    const theirs = byNode.get(node.backendNodeId);
    if (node.tag.startsWith('#') || node.tag.startsWith('::') || !theirs || theirs.ignored) continue;
    if (isExpectedToDiffer(node)) continue;
    count += 1;
    const stated = String(theirs.role?.value);
    const [role, name] = [roleOf(node), nameOf(node).text];
    const theirRole = chromiumRoles[stated] ?? stated;
    const theirName = String(theirs.name?.value ?? '').trim();
    if (role !== theirRole || name !== theirName) {
      differences.push(`<${node.tag}> ${role} "${name}", in Chromium ${theirRole} "${theirName}"`);
    }
  }
  return { count, differences };
};

describe.skipIf(lacksBrowser)('roles and names', () => {
  it.each(Object.entries(samplePages))(
    'agree with the accessibility tree of Chromium on the page %s',
    async (title, html) => {
      const { count, differences } = await compare(html);
      expect(count).toBeGreaterThan(15);
      expect(differences).toEqual(knownDifferences[title] ?? []);
    },
  );
});

/** Differences that are left, with both sides. Each is one element. */
const knownDifferences: Readonly<Record<string, readonly string[]>> = {
  shadow: ['<div> row "c1 x", in Chromium row "c1x"', '<div> math "", in Chromium math "x"'],
};

const stateNames = ['disabled', 'checked', 'selected', 'expanded', 'pressed', 'readonly', 'required'] as const;

/** A state that does not apply and one that is off are the same to an agent. */
const onlyIfSet = (value: unknown): unknown => {
  if (value === undefined || value === false || value === 'false') return undefined;
  return value === 'true' ? true : value;
};

const compareStates = async (html: string): Promise<readonly string[]> => {
  await page.load(html);
  const { observation } = await observe(page.surface, new SecretMemory());
  const { nodes } = await page.surface.session.send('Accessibility.getFullAXTree');
  const byNode = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
  const differences: string[] = [];
  for (const { identity, role, name, state } of eachElement(observation.elements)) {
    const theirs = byNode.get(identity.backendNodeId);
    if (!theirs || theirs.ignored || role === 'video' || role === 'audio') continue;
    const properties = new Map<string, unknown>(theirs.properties?.map((one) => [one.name, one.value.value]));
    for (const key of stateNames) {
      const [own, other] = [onlyIfSet(state[key]), onlyIfSet(properties.get(key))];
      if (own !== other) differences.push(`${role} "${name}" ${key} ${String(own)}, in Chromium ${String(other)}`);
    }
  }
  return differences;
};

/** Chromium does not tell the state of a disabled group, nor that of a selected row of a plain table. */
const knownStates: Readonly<Record<string, readonly string[]>> = {
  form: ['group "Off" disabled true, in Chromium undefined'],
  dashboard: ['row "" selected true, in Chromium undefined'],
};

describe.skipIf(lacksBrowser)('states', () => {
  it.each(Object.entries(samplePages))('agree with Chromium on the page %s', async (title, html) => {
    expect(await compareStates(html)).toEqual(knownStates[title] ?? []);
  });
});
