import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Step } from '../artifact/step.ts';
import { escapeHtml } from './escape-html.ts';
import { renderPage } from './render-page.ts';
import { titleOf } from './render-step.ts';

const step = (given: Partial<Step>): Step => ({
  kind: 'step',
  seq: 1,
  tool: 'electron_click',
  arguments: {},
  ok: true,
  answer: '{}',
  started_at: '2026-01-01T10:00:00.000Z',
  elapsed_ms: 20,
  tokens: 5,
  ...given,
});
const header = { kind: 'trace', version: 1, name: 'shop', started_at: '2026-01-01T10:00:00.000Z' } as const;

describe('the page of a recording', () => {
  it('contains no markup of the recorded app', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        const hostile = `${one}<script>alert(1)</script>"><img src=x onerror=alert(1)>' ${two}`;
        const steps = [
          step({
            ok: false,
            tool: hostile,
            code: hostile,
            error: hostile,
            hint: hostile,
            answer: hostile,
            session: hostile,
            arguments: { [hostile]: hostile, by: { role: hostile, name: hostile } },
          }),
        ];
        const page = renderPage({ header: { ...header, name: hostile }, steps, footer: undefined }, new Map());
        expect(page).not.toContain('<script');
        expect(page).not.toContain('<img');
        expect(page.match(/<li class="step/gu)).toHaveLength(1);
      }),
    );
  });

  it('says that it was cut off, or that steps are missing', () => {
    const end = { kind: 'end', ended_at: header.started_at, records: 1, dropped: 3, tokens: 5 } as const;
    expect(renderPage({ header, steps: [], footer: undefined }, new Map())).toContain('was cut off');
    expect(renderPage({ header, steps: [step({})], footer: end }, new Map())).toContain('3 later steps');
  });

  it('loads nothing', () => {
    const page = renderPage(
      { header, steps: [step({ picture: '1.png' })], footer: undefined },
      new Map([['1.png', 'AA==']]),
    );
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="(?!data:|#)/u);
    expect(page).not.toContain('url(');
  });
});

describe('escaped text', () => {
  it('has no HTML special characters and no bidirectional controls', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"'`]/u.test(escapeHtml(text))));
    expect(escapeHtml('a\u202eb\u0000c')).toBe('a\ufffdb\ufffdc');
  });
});

describe('the title of a step', () => {
  it('names the element, the selector or the address', () => {
    expect(titleOf(step({ arguments: { ref: 8 }, element: { role: 'button', name: 'Save' } }))).toBe(
      'click button "Save"',
    );
    expect(titleOf(step({ arguments: { selector: '#a' } }))).toBe('click #a');
    expect(titleOf(step({ tool: 'electron_open_page', arguments: { url: 'http://x/' } }))).toBe('open page http://x/');
    expect(titleOf(step({ tool: 'electron_stop' }))).toBe('stop');
    expect(titleOf(step({ arguments: { selector: 'x'.repeat(500) } }))).toHaveLength(161);
  });
});
