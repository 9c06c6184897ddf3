import { describe, expect, it } from 'vitest';
import { findDeclared } from './declared.ts';
import { childrenOf } from './node.ts';
import type { ScriptNode } from './node.ts';
import { parseScript } from './parse-script.ts';

/** The code with an underscore behind each identifier that means something the code declares itself. */
const marked = async (code: string): Promise<string> => {
  const parsed = await parseScript(code);
  if (!parsed.ok) throw new Error(parsed.reason);
  const ends = [...findDeclared(parsed.program)].map(({ end }) => end).toSorted((one, other) => other - one);
  return ends.reduce((text, end) => `${text.slice(0, end)}_${text.slice(end)}`, code);
};

describe('findDeclared', () => {
  it.each([
    ['variables of the program', 'a_; var a_ = b; let c_ = a_; c_'],
    ['a variable of a block outside of it', '{ let a_; a_ } a'],
    ['a var of a block', '{ var a_ } a_'],
    ['the variable of a loop', 'for (let i_ = 0; i_ < n; i_++) f(i_); i'],
    ['the variable of a loop over values', 'for (const x_ of x_) f(x_); x'],
    ['the cases of a switch', 'switch (a) { case 1: let a_; a_ } a'],
    ['a caught error', 'try {} catch (e_) { e_ } e'],
    ['a caught error in parts', 'try {} catch ({ message: m_ }) { m_ } message'],
    ['parameters', '((a_, { b: c_, ...d_ }, [e_ = a_]) => [a_, b, c_, d_, e_]); a'],
    ['defaults, which do not see the body', '((a_ = b) => { var b_; b_ })'],
    ['a named function', 'const f_ = function g_() { g_ }; g'],
    ['a function in a block outside of it', '{ function f_() {} f_ } f'],
    ['a class', 'class A_ { m() { return A_ } } A_; (class B_ { static x = B_ }); B'],
    ['a static block', 'class A_ { static { var b_; b_ } } b'],
    ['a var in a function outside of it', '(() => { var a_ }); a'],
  ])('tells %s apart', async (_, expected) => {
    const code = expected.replaceAll('_', '');
    const text = await marked(code);
    // Keys and labels are names, not variables: they are not compared.
    expect(text.replaceAll(/(\w+)_?: /g, '$1: ')).toBe(expected.replaceAll(/(\w+)_?: /g, '$1: '));
  });

  it('visits every identifier of a program', async () => {
    const parsed = await parseScript('let a = 1; function f(b) { return [a, b, c] } f(a)');
    if (!parsed.ok) throw new Error(parsed.reason);
    const names = (node: ScriptNode): readonly ScriptNode[] =>
      node.type === 'Identifier' ? [node] : [...childrenOf(node)].flatMap(([, child]) => names(child));
    const declared = findDeclared(parsed.program);
    expect(
      names(parsed.program)
        .filter((node) => !declared.has(node))
        .map(({ name }) => name),
    ).toEqual(['c']);
  });
});
