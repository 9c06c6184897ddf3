import { describe, expect, it } from 'vitest';
import { findingsOf, lintSources, registry } from '../testing/lint-sources.ts';

const rule = 'foreign-plugin-code';
const printer = {
  'printer/package.json': '{"name":"@shop/printer"}',
  'printer/codes.ts': registry('OUT_OF_PAPER: {}', 'printer'),
};
const till = { 'till/package.json': '{"name":"@shop/till"}' };

describe(rule, () => {
  it('lets a plugin produce its own codes', async () => {
    const sources = { ...printer, 'printer/src/print.ts': `fail('printer.OUT_OF_PAPER');` };
    expect((await lintSources(sources)).findings).toEqual([]);
  });

  it('knows the codes of a plugin by the name that they have on the wire', async () => {
    const define = `definePluginCodes('printer', { OUT_OF_PAPER: {} });`;
    const sources = { 'a.ts': `${define} fail('printer.OUT_OF_PAPER'); fail('printer.OUT_OF_INK');` };
    expect(await findingsOf(rule, sources)).toEqual(['a.ts:1:88 printer.OUT_OF_INK']);
    expect(await findingsOf('unused-code', sources)).toEqual([]);
  });

  it('finds the code of a plugin in another package', async () => {
    const sources = { ...printer, ...till, 'till/pay.ts': `fail('printer.OUT_OF_PAPER');` };
    const { findings } = await lintSources(sources);
    expect(findings).toEqual([expect.objectContaining({ rule, file: 'till/pay.ts', code: 'printer.OUT_OF_PAPER' })]);
    expect(findings[0]?.message).toBe(`The codes of 'printer' belong to @shop/printer.`);
  });

  it('finds a code that the plugin does not declare, and names the nearest one', async () => {
    const sources = { ...printer, 'printer/print.ts': `fail('printer.OUT_OF_PAPR'); fail('OUT_OF_PAPER');` };
    const { findings } = await lintSources(sources);
    expect(findings).toEqual([expect.objectContaining({ rule, code: 'printer.OUT_OF_PAPR' })]);
    expect(findings[0]?.hint).toContain('Did you mean OUT_OF_PAPER?');
  });

  it('lets a package extend a namespace of the contract, and no other one borrow it', async () => {
    const sources = {
      'hub/package.json': '{"name":"hub"}',
      'hub/codes.ts': registry('REPOSITORY_ARCHIVED: {}', 'github'),
      'hub/use.ts': `fail('github.REPOSITORY_ARCHIVED'); fail('github.PR_NOT_MERGEABLE');`,
      ...till,
      'till/use.ts': `fail('github.PR_NOT_MERGEABLE');`,
    };
    expect(await findingsOf(rule, sources)).toEqual(['till/use.ts:1:6 github.PR_NOT_MERGEABLE']);
  });

  it('passes over a package.json that only sets the kind of modules', async () => {
    const sources = {
      ...printer,
      'printer/cjs/package.json': '{"type":"commonjs"}',
      'printer/cjs/print.js': `fail('printer.OUT_OF_PAPER')`,
    };
    expect((await lintSources(sources)).findings).toEqual([]);
  });
});
