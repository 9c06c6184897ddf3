/** The roles of ARIA that pages may state. Abstract roles are not among them. */
export const knownRoles: ReadonlySet<string> = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid
  gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup
  region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
  suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid
  treeitem`.split(/\s+/),
);

/** Roles whose name is their content unless the author gives another. */
export const namedByContent: ReadonlySet<string> = new Set([
  'button',
  'cell',
  'checkbox',
  'columnheader',
  'gridcell',
  'heading',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'rowheader',
  'switch',
  'tab',
  'term',
  'tooltip',
  'treeitem',
]);

/** Roles that people operate. */
export const interactiveRoles: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'combobox',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Roles that only shape text. Their content is shown in their place. */
export const transparentRoles: ReadonlySet<string> = new Set([
  'code',
  'comment',
  'deletion',
  'document',
  'emphasis',
  'generic',
  'insertion',
  'mark',
  'none',
  'paragraph',
  'presentation',
  'rowgroup',
  'strong',
  'subscript',
  'suggestion',
  'superscript',
  'time',
]);
