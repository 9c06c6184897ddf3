import { formFieldsOf } from '../artifact/form-fields.ts';
import { mask } from '../artifact/step.ts';
import type { Step } from '../artifact/step.ts';
import { literal } from './literal.ts';

/** The statements of one step, and the environment variables that they read. */
export interface Statements {
  readonly lines: readonly string[];
  readonly variables: readonly string[];
}

type Arguments = Step['arguments'];
type Write = (args: Arguments, step: Step) => readonly string[] | undefined;

interface Named {
  readonly role: string;
  readonly name: string;
}

const byRole = ({ role, name }: Named): string =>
  `page.getByRole(${literal(role)}, { name: ${literal(name)}, exact: true })`;
const bySelector = (selector: string): string => `page.locator(${literal(selector)}).first()`;

/** The element of a step as a locator; undefined if it names none. */
const locatorOf = ({ arguments: args, element }: Step): string | undefined => {
  const by = (args['ref'] === undefined ? args['by'] : element) as Named | undefined;
  if (by) return byRole(by);
  return typeof args['selector'] === 'string' ? bySelector(args['selector']) : undefined;
};

const onElement =
  (write: (locator: string, args: Arguments, step: Step) => string | undefined): Write =>
  (args, step) => {
    const locator = locatorOf(step);
    const line = locator === undefined ? undefined : write(locator, args, step);
    return line === undefined ? undefined : [line];
  };

/** A value, or the reading of the environment variable that has it. `part` tells the values of one step apart. */
const textOf = (text: unknown, { seq }: Step, part = ''): string =>
  text === mask ? `text(${literal(`TRACE_TEXT_${seq}${part}`)})` : literal(String(text));
const variablesIn = /(?<=\btext\(")TRACE_TEXT_[\d_]+(?="\))/gu;

const clickOptions = ({ button = 'left', clickCount = 1 }: Arguments): string =>
  button === 'left' && clickCount === 1 ? '' : literal({ button, clickCount });

/** The same steps as those of the stage: text for fields, a choice for lists, on or off for boxes. */
const fillForm: Write = (_, step) =>
  formFieldsOf(step)?.map(({ target, role, value }, index) => {
    const locator = 'by' in target ? byRole(target.by) : bySelector(target.selector);
    const part = `_${index + 1}`;
    if (typeof value === 'boolean') return `await ${locator}.setChecked(${value});`;
    if (Array.isArray(value)) {
      const options = value.map((option, at) => textOf(option, step, `${part}_${at + 1}`));
      return `await ${locator}.selectOption([${options.join(', ')}]);`;
    }
    const isList = role === 'combobox' || role === 'listbox' || role === undefined;
    const text = textOf(value, step, part);
    return isList ? `await fillIn(${locator}, ${text});` : `await ${locator}.fill(${text});`;
  });

/** Answers dialogs as the step tells the stage to. A policy for each type has no counterpart. */
const handleDialogs: Write = ({ action, perType = {}, promptText, oneShot = false }, step) => {
  if (typeof action !== 'string' || Object.keys(perType as object).length > 0) return undefined;
  const given = action === 'accept' && promptText !== undefined ? textOf(promptText, step) : '';
  const listen = oneShot === true ? 'once' : 'on';
  return [
    "page.removeAllListeners('dialog');",
    `page.${listen}('dialog', (dialog) => void dialog.${action === 'accept' ? 'accept' : 'dismiss'}(${given}));`,
  ];
};

const expectText = onElement((locator, { contains, equals, not_contains, not_equals, regex, flags = '' }) => {
  const start = `await expect(${locator})`;
  if (typeof equals === 'string') return `${start}.toHaveText(${literal(equals)});`;
  if (typeof contains === 'string') return `${start}.toContainText(${literal(contains)});`;
  if (typeof not_equals === 'string') return `${start}.not.toHaveText(${literal(not_equals)});`;
  if (typeof not_contains === 'string') return `${start}.not.toContainText(${literal(not_contains)});`;
  return typeof regex === 'string'
    ? `${start}.toHaveText(new RegExp(${literal(regex)}, ${literal(flags)}));`
    : undefined;
});

/** The states for which Playwright has an assertion. */
const assertions: Readonly<Record<string, (expected: boolean) => string>> = {
  checked: (checked) => `toBeChecked({ checked: ${checked} })`,
  enabled: (enabled) => `toBeEnabled({ enabled: ${enabled} })`,
  disabled: (disabled) => `toBeEnabled({ enabled: ${!disabled} })`,
  visible: (visible) => `toBeVisible({ visible: ${visible} })`,
  focused: (focused) => (focused ? 'toBeFocused()' : 'not.toBeFocused()'),
};

const expectState: Write = ({ state }, step) => {
  const locator = locatorOf(step);
  const lines = Object.entries(state as object).map(([name, expected]) => assertions[name]?.(expected === true));
  if (locator === undefined || lines.includes(undefined)) return undefined;
  return lines.map((line) => `await expect(${locator}).${line};`);
};

/** The statements for each tool. A tool that is not here has no counterpart. */
const writers: Readonly<Record<string, Write>> = {
  electron_open_page: ({ url }) => [`await page.goto(${literal(url)});`],
  electron_launch: ({ main, executablePath, args = [] }) => {
    const given = literal(main === undefined ? args : [main, ...(args as readonly unknown[])]);
    const program = executablePath === undefined ? '' : `executablePath: ${literal(executablePath)}, `;
    return [`app = await _electron.launch({ ${program}args: ${given} });`, 'page = await app.firstWindow();'];
  },
  electron_click: onElement((locator, args) => `await ${locator}.click(${clickOptions(args)});`),
  electron_hover: onElement((locator) => `await ${locator}.hover();`),
  electron_check: onElement((locator) => `await ${locator}.check();`),
  electron_uncheck: onElement((locator) => `await ${locator}.uncheck();`),
  electron_type: onElement((locator, { text }, step) => `await ${locator}.fill(${textOf(text, step)});`),
  electron_clear_input: onElement((locator) => `await ${locator}.clear();`),
  electron_select_option: onElement((locator, { values }) => `await ${locator}.selectOption(${literal(values)});`),
  electron_scroll_into_view: onElement((locator) => `await ${locator}.scrollIntoViewIfNeeded();`),
  electron_keyboard_type: ({ text }, step) => {
    const locator = locatorOf(step);
    const typed = textOf(text, step);
    return [
      locator === undefined ? `await page.keyboard.type(${typed});` : `await ${locator}.pressSequentially(${typed});`,
    ];
  },
  electron_key: ({ key }, step) => [`await ${locatorOf(step) ?? 'page.keyboard'}.press(${literal(key)});`],
  electron_press_sequence: ({ keys }, step) =>
    (keys as readonly unknown[]).map((key) => `await ${locatorOf(step) ?? 'page.keyboard'}.press(${literal(key)});`),
  electron_expect_visible: onElement((locator) => `await expect(${locator}).toBeVisible();`),
  electron_fill_form: fillForm,
  electron_dialog_handler: handleDialogs,
  electron_expect_text: expectText,
  electron_expect_state: expectState,
  electron_expect_value: onElement((locator, { equals }) =>
    typeof equals === 'string' ? `await expect(${locator}).toHaveValue(${literal(equals)});` : undefined,
  ),
  electron_expect_url: ({ contains }) =>
    typeof contains === 'string'
      ? [`await expect(page).toHaveURL((url) => url.href.includes(${literal(contains)}));`]
      : undefined,
  electron_expect_count: ({ selector, equals }) =>
    typeof selector === 'string' && typeof equals === 'number'
      ? [`await expect(page.locator(${literal(selector)})).toHaveCount(${equals});`]
      : undefined,
};

/** The statements of a step; undefined if Playwright has no counterpart of it. */
export const statementsOf = (step: Step): Statements | undefined => {
  const lines = writers[step.tool]?.(step.arguments, step);
  if (!lines) return undefined;
  return { lines, variables: lines.flatMap((line) => line.match(variablesIn) ?? []) };
};
