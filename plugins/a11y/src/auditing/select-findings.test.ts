import { describe, expect, it } from 'vitest';
import type { Finding } from './run-axe.ts';
import { selectFindings } from './select-findings.ts';

const finding = (rule: string, impact: Finding['impact'], count: number): Finding => ({
  rule,
  impact,
  count,
  help: '',
  help_url: '',
  nodes: [],
});

describe('the findings of an audit', () => {
  const all = [
    finding('region', 'moderate', 9),
    finding('label', 'critical', 1),
    finding('b-contrast', 'serious', 2),
    finding('a-contrast', 'serious', 2),
    finding('links', 'serious', 5),
  ];

  it('are sorted by impact, then by the number of elements, then by name', () => {
    const rules = selectFindings(all, 'minor').map(({ rule }) => rule);
    expect(rules).toEqual(['label', 'links', 'a-contrast', 'b-contrast', 'region']);
  });

  it('omit those below the requested impact', () => {
    expect(selectFindings(all, 'critical').map(({ rule }) => rule)).toEqual(['label']);
    expect(selectFindings([], 'minor')).toEqual([]);
  });
});
