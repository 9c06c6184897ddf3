import type { FlatNode } from '../flat-node.ts';
import { createNearest, firstChild } from '../nearest.ts';

type RoleOf = string | ((node: FlatNode) => string);

/** The role of an element without a `role` attribute, by the HTML accessibility mapping. `generic` if there is none. */
export const implicitRole = (node: FlatNode): string => {
  const role = rolesOfTags[node.tag];
  if (role !== undefined) return typeof role === 'string' ? role : role(node);
  return 'generic';
};

const sectioning: ReadonlySet<string> = new Set(['article', 'aside', 'main', 'nav', 'section']);
const sectioningRoles: ReadonlySet<string> = new Set(['article', 'complementary', 'main', 'navigation', 'region']);

const nearestSection = createNearest(({ tag, attributes }) => {
  const stated = attributes.get('role');
  return stated === undefined ? sectioning.has(tag) : sectioningRoles.has(stated);
});

/** Only the header and footer of the page are landmarks, not those of an article or section. */
const ofPage =
  (role: string): RoleOf =>
  ({ parent }) =>
    nearestSection(parent) ? 'generic' : role;

/** The author's own words for an element, which turn a section into a region. */
const isLabelled = ({ attributes }: FlatNode): boolean =>
  ['aria-label', 'aria-labelledby', 'title'].some((name) => Boolean(attributes.get(name)?.trim()));

const whenLabelled =
  (role: string): RoleOf =>
  (node) =>
    isLabelled(node) ? role : 'generic';

const inputRoles: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'colorwell',
  date: 'date',
  'datetime-local': 'datetime',
  email: 'textbox',
  file: 'button',
  image: 'button',
  month: 'datetime',
  number: 'spinbutton',
  password: 'textbox',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  time: 'inputtime',
  url: 'textbox',
  week: 'datetime',
};
const withSuggestions: ReadonlySet<string> = new Set(['text', 'search', 'tel', 'url', 'email']);

const inputRole: RoleOf = ({ attributes }) => {
  const type = (attributes.get('type') ?? 'text').toLowerCase();
  if (type === 'checkbox' && attributes.has('switch')) return 'switch';
  if (attributes.get('list') && (withSuggestions.has(type) || !(type in inputRoles))) return 'combobox';
  return inputRoles[type] ?? 'textbox';
};

const isSized = ({ attributes }: FlatNode): boolean => Number(attributes.get('size')) > 1;

const nearestTable = createNearest(({ tag }) => tag === 'table');

const cellRole: RoleOf = ({ parent }) => {
  const role = nearestTable(parent)?.attributes.get('role');
  if (role === 'presentation' || role === 'none') return 'generic';
  return role === 'grid' || role === 'treegrid' ? 'gridcell' : 'cell';
};

const headerRole: RoleOf = (node) => {
  const scope = node.attributes.get('scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  return node.parent && firstChild(node.parent, 'td') ? 'rowheader' : 'columnheader';
};

const partOfTable =
  (role: string): RoleOf =>
  ({ parent }) => {
    const stated = nearestTable(parent)?.attributes.get('role');
    return stated === 'presentation' || stated === 'none' ? 'generic' : role;
  };

/** A list with the role `none` has no list items. */
const itemRole: RoleOf = ({ parent }) => {
  const stated = parent?.attributes.get('role');
  return stated === 'none' || stated === 'presentation' ? 'generic' : 'listitem';
};

/** The first summary of a disclosure opens it; any other is text. */
const summaryRole: RoleOf = (node) =>
  node.parent?.tag === 'details' && firstChild(node.parent, 'summary') === node ? 'button' : 'generic';

const imageRole: RoleOf = (node) => {
  const isDecorative = node.attributes.get('alt') === '' && !isLabelled(node);
  return isDecorative ? 'none' : 'img';
};

const rolesOfTags: Readonly<Record<string, RoleOf>> = {
  a: (node) => (node.attributes.has('href') ? 'link' : 'generic'),
  address: 'group',
  area: (node) => (node.attributes.has('href') ? 'link' : 'generic'),
  article: 'article',
  aside: 'complementary',
  audio: 'audio',
  blockquote: 'blockquote',
  button: 'button',
  canvas: 'canvas',
  caption: 'caption',
  code: 'code',
  datalist: 'listbox',
  dd: 'definition',
  del: 'deletion',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  em: 'emphasis',
  embed: 'embed',
  fieldset: 'group',
  figcaption: 'caption',
  figure: 'figure',
  footer: ofPage('contentinfo'),
  form: 'form',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  header: ofPage('banner'),
  hgroup: 'group',
  hr: 'separator',
  iframe: 'iframe',
  frame: 'iframe',
  img: imageRole,
  input: inputRole,
  ins: 'insertion',
  li: itemRole,
  main: 'main',
  mark: 'mark',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  object: 'embed',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  progress: 'progressbar',
  s: 'deletion',
  search: 'search',
  section: whenLabelled('region'),
  select: (node) => (node.attributes.has('multiple') || isSized(node) ? 'listbox' : 'combobox'),
  strong: 'strong',
  sub: 'subscript',
  summary: summaryRole,
  sup: 'superscript',
  svg: (node) => (isLabelled(node) || node.children.some(({ tag }) => tag === 'title') ? 'img' : 'generic'),
  table: 'table',
  tbody: partOfTable('rowgroup'),
  td: cellRole,
  textarea: 'textbox',
  tfoot: partOfTable('rowgroup'),
  th: headerRole,
  thead: partOfTable('rowgroup'),
  time: 'time',
  tr: partOfTable('row'),
  ul: 'list',
  video: 'video',
  webview: 'iframe',
};
