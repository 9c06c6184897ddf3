/** The kind of element that an action works on. */
const kinds: Readonly<Record<string, string>> = {
  electron_type: 'text',
  electron_keyboard_type: 'text',
  electron_type_into_editor: 'text',
  electron_clear_input: 'text',
  electron_fill_form: 'text',
  electron_check: 'check',
  electron_uncheck: 'checked',
  electron_select_option: 'select',
  electron_set_files: 'file',
};

const elements: Readonly<Record<string, string>> = {
  button: '<button ATTRIBUTES>Do</button>',
  text: '<input value=x ATTRIBUTES>',
  check: '<input type=checkbox ATTRIBUTES>',
  checked: '<input type=checkbox checked ATTRIBUTES>',
  select: '<select ATTRIBUTES><option value=a>A</select>',
  file: '<input type=file ATTRIBUTES>',
};

const conditions = ['ready', 'hidden', 'disabled', 'covered', 'stubborn'] as const;

/** The condition that the elements of a row are in. */
export type Condition = (typeof conditions)[number];

/** The selector of the element that a tool works on, in a condition. */
export const selectorFor = (tool: string, condition: Condition = 'ready'): string =>
  `#${condition}-${kinds[tool] ?? 'button'}`;

const rowOf = (condition: Condition): string => {
  const attributes = condition === 'disabled' ? 'disabled' : '';
  const style = condition === 'hidden' ? 'display:none' : '';
  const row = Object.entries(elements).map(([kind, html]) =>
    html.replace('ATTRIBUTES', `id=${condition}-${kind} style="${style}" ${attributes}`),
  );
  const cover = condition === 'covered' ? '<div style="position:absolute;inset:0;background:#ddd">Cover</div>' : '';
  return `<div class=${condition} style="position:relative">${row.join('')}${cover}</div>`;
};

/** A page with an element of each kind in each condition. Stubborn elements undo what is done to them. */
export const elementPage = `<!doctype html><title>Pairs</title>
${conditions.map(rowOf).join('\n')}
<script>
  const row = document.querySelector('.stubborn');
  for (const event of ['beforeinput', 'click']) row.addEventListener(event, (one) => one.preventDefault());
</script>`;
