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

/** The element of a step as a locator; undefined if it names none. */
const locatorOf = ({ arguments: args, element }: Step): string | undefined => {
  const by = (args['ref'] === undefined ? args['by'] : element) as
    { readonly role: string; readonly name: string } | undefined;
  if (by) return `page.getByRole(${literal(by.role)}, { name: ${literal(by.name)}, exact: true })`;
  return typeof args['selector'] === 'string' ? `page.locator(${literal(args['selector'])}).first()` : undefined;
};

const onElement =
  (write: (locator: string, args: Arguments, step: Step) => string | undefined): Write =>
  (args, step) => {
    const locator = locatorOf(step);
    const line = locator === undefined ? undefined : write(locator, args, step);
    return line === undefined ? undefined : [line];
  };

const variableOf = ({ seq }: Step): string => `TRACE_TEXT_${seq}`;
const textOf = (text: unknown, step: Step): string =>
  text === mask ? `text(${literal(variableOf(step))})` : literal(String(text));

const clickOptions = ({ button = 'left', clickCount = 1 }: Arguments): string =>
  button === 'left' && clickCount === 1 ? '' : literal({ button, clickCount });

const expectText = (matcher: (text: string) => readonly [string, string]): Write =>
  onElement((locator, args) => {
    const { contains, equals } = args;
    const [part, whole] = matcher(locator);
    if (typeof equals === 'string') return `${whole}(${literal(equals)});`;
    return typeof contains === 'string' ? `${part}(${literal(contains)});` : undefined;
  });

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
  electron_expect_text: expectText((locator) => [
    `await expect(${locator}).toContainText`,
    `await expect(${locator}).toHaveText`,
  ]),
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
  const isMasked = lines.some((line) => line.includes(`text("${variableOf(step)}")`));
  return { lines, variables: isMasked ? [variableOf(step)] : [] };
};
