import fc from 'fast-check';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import { mask } from '../artifact/step.ts';
import type { Step } from '../artifact/step.ts';
import { exportPlaywright } from './export-playwright.ts';

const header = { kind: 'trace', version: 1, name: 'shop', started_at: '2026-01-01T10:00:00.000Z' } as const;
const traceOf = (...steps: readonly Partial<Step>[]) => ({
  header,
  footer: undefined,
  steps: steps.map((given, index) => ({
    kind: 'step' as const,
    seq: index + 1,
    tool: 'electron_click',
    arguments: {},
    ok: true,
    answer: '{}',
    started_at: header.started_at,
    elapsed_ms: 1,
    tokens: 1,
    ...given,
  })),
});
const open = { tool: 'electron_open_page', arguments: { url: 'http://127.0.0.1/' } };

describe('an exported test', () => {
  it('has a statement for each step that can be exported, and lists the others', () => {
    const { source, exported, omitted, variables } = exportPlaywright(
      traceOf(
        open,
        { tool: 'electron_snapshot' },
        { arguments: { ref: 4 }, element: { role: 'button', name: 'Add "one"' } },
        { tool: 'electron_type', arguments: { selector: '#q', text: mask } },
        { arguments: { ref: 9 }, ok: false, code: 'REF_NOT_FOUND' },
        { tool: 'electron_drag', arguments: { selector: '#a' } },
        { tool: 'electron_expect_text', arguments: { selector: '#sum', equals: '3' } },
        { tool: 'electron_stop' },
      ),
    );
    expect(source).toContain('await page.goto("http://127.0.0.1/");');
    expect(source).toContain(`page.getByRole("button", { name: "Add \\"one\\"", exact: true }).click();`);
    expect(source).toContain('page.locator("#q").first().fill(text("TRACE_TEXT_4"));');
    expect(source).toContain('toHaveText("3")');
    expect(source).toContain('Step 5 is omitted: it failed with REF_NOT_FOUND.');
    expect({ exported, omitted, variables }).toEqual({
      exported: 4,
      omitted: [
        { seq: 5, tool: 'electron_click' },
        { seq: 6, tool: 'electron_drag' },
      ],
      variables: ['TRACE_TEXT_4'],
    });
    expect(parseSync('x.ts', source).errors).toEqual([]);
  });

  it('lists calls of plugins, also those whose names end like a tool that only looks', () => {
    const { source, omitted } = exportPlaywright(traceOf(open, { tool: 'network_stub' }, { tool: 'ipc_capture_stop' }));
    expect(omitted).toEqual([
      { seq: 2, tool: 'network_stub' },
      { seq: 3, tool: 'ipc_capture_stop' },
    ]);
    expect(source).toContain('Step 3 is omitted: the export has no equivalent of this call.');
  });

  it('fills in forms, answers dialogs and expects states', () => {
    const fields = [
      { ref: 3, value: mask },
      { selector: '#kind', value: mask },
      { by: { role: 'checkbox', name: 'Agree' }, value: true },
      { selector: '#sizes', value: ['s', mask] },
    ];
    const elements = ['Name', 'Kind', 'Agree', 'Sizes'].map((name, at) => ({
      ref: at,
      role: ['textbox', 'combobox', 'checkbox', 'listbox'][at],
      name,
    }));
    const { source, omitted, variables } = exportPlaywright(
      traceOf(
        open,
        { tool: 'electron_fill_form', arguments: { fields }, answer: JSON.stringify({ filled: 4, fields: elements }) },
        { tool: 'electron_fill_form', arguments: { fields }, answer: '{"cut' },
        { tool: 'electron_dialog_handler', arguments: { action: 'accept', promptText: 'x' } },
        { tool: 'electron_dialog_handler', arguments: { action: 'accept', perType: { confirm: 'dismiss' } } },
        { tool: 'electron_dialog_handler', arguments: {} },
        { tool: 'electron_expect_state', arguments: { selector: '#a', state: { checked: true, disabled: false } } },
        { tool: 'electron_expect_state', arguments: { selector: '#a', state: { busy: true } } },
        { tool: 'electron_expect_text', arguments: { selector: '#a', regex: '^\\d+$', flags: 'i' } },
        { tool: 'electron_expect_text', arguments: { selector: '#a', not_contains: 'error' } },
      ),
    );
    for (const line of [
      'page.getByRole("textbox", { name: "Name", exact: true }).fill(text("TRACE_TEXT_2_1"));',
      'await fillIn(page.locator("#kind").first(), text("TRACE_TEXT_2_2"));',
      'page.getByRole("checkbox", { name: "Agree", exact: true }).setChecked(true);',
      'selectOption(["s", text("TRACE_TEXT_2_4_2")]);',
      `page.on('dialog', (dialog) => void dialog.accept("x"));`,
      'toBeChecked({ checked: true });',
      'toBeEnabled({ enabled: true });',
      'toHaveText(new RegExp("^\\\\d+$", "i"));',
      '.not.toContainText("error");',
    ])
      expect(source).toContain(line);
    expect(omitted.map(({ seq }) => seq)).toEqual([3, 5, 6, 8]);
    expect(variables).toEqual(['TRACE_TEXT_2_1', 'TRACE_TEXT_2_2', 'TRACE_TEXT_2_4_2']);
    expect(parseSync('x.ts', source).errors).toEqual([]);
  });

  it('launches an Electron app and closes it', () => {
    const { source } = exportPlaywright(
      traceOf({ tool: 'electron_launch', arguments: { main: '/app' } }, { tool: 'electron_stop' }),
    );
    expect(source).toContain('app = await _electron.launch({ args: ["/app"] });');
    expect(source).toContain('await app.close();');
    expect(parseSync('x.ts', source).errors).toEqual([]);
  });

  it('parses and stays one test for any recorded strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const hostile = `${text}\`;\n*/ });\u2028process.exit()//`;
        const { source } = exportPlaywright({
          ...traceOf(
            { ...open, arguments: { url: hostile } },
            { arguments: { by: { role: hostile, name: hostile } } },
            { tool: hostile },
            { ok: false, code: hostile },
            { tool: 'electron_type', arguments: { selector: hostile, text: hostile } },
            { tool: 'electron_key', arguments: { key: hostile } },
          ),
          header: { ...header, name: hostile },
        });
        const { errors, program } = parseSync('x.ts', source);
        expect(errors).toEqual([]);
        expect(program.body.map(({ type }) => type)).toEqual(['ImportDeclaration', 'ExpressionStatement']);
      }),
    );
  });
});
