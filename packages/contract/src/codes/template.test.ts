import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderTemplate, templateKeys } from './template.ts';

describe('renderTemplate', () => {
  it('uses the first sentence whose placeholders all have a value', () => {
    const template = ['{a} and {b}', 'only {a}', 'neither'] as const;
    expect(renderTemplate(template, { a: 1, b: 2 })).toBe('1 and 2');
    expect(renderTemplate(template, { a: 1, b: undefined })).toBe('only 1');
    expect(renderTemplate(template, { b: null })).toBe('neither');
    expect(renderTemplate(template, undefined)).toBe('neither');
  });

  it('joins lists with a comma, and writes objects as JSON', () => {
    expect(renderTemplate('{list} {object} {flag}', { list: ['a', 2], object: { b: 1 }, flag: false })).toBe(
      'a, 2 {"b":1} false',
    );
  });

  it('quotes each item of a list whose placeholder is quoted', () => {
    expect(renderTemplate("Missing '{names}' of {names}", { names: ['a', 'b'] })).toBe("Missing 'a', 'b' of a, b");
    expect(renderTemplate("Missing '{names}'", { names: ['a'] })).toBe("Missing 'a'");
    expect(renderTemplate("Missing '{names}", { names: ['a', 'b'] })).toBe("Missing 'a, b");
  });

  it('shows a gap if even the last sentence lacks a value', () => {
    expect(renderTemplate("Missing '{name}'", {})).toBe("Missing '…'");
  });

  it('bounds what a value adds to a sentence', () => {
    expect(renderTemplate('<{a}>', { a: 'x'.repeat(10_000) })).toHaveLength(259);
  });

  it('inserts values verbatim: braces in a value are not placeholders', () => {
    expect(renderTemplate('{a}', { a: '{b}', b: 'secret' })).toBe('{b}');
  });

  it('never reads what the details inherit', () => {
    expect(renderTemplate(['{constructor}', 'plain'], {})).toBe('plain');
  });

  it('keeps all text outside the placeholders', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        fc.pre(!/[{}]/.test(before + after));
        expect(renderTemplate(`${before}{a}${after}`, { a: 'x' })).toBe(`${before}x${after}`);
      }),
    );
  });
});

it('names the placeholders of a sentence', () => {
  expect(templateKeys('{a} b {c_d}{e}')).toEqual(['a', 'c_d', 'e']);
});
