/** An attribute selector that compares a value, such as `[name=x]`. `[name]` alone compares nothing. */
export interface AttributeTest {
  /** The name of the attribute in lower case, without escapes. */
  readonly attribute: string;
  /** The place behind its closing bracket. */
  readonly end: number;
}

const escape = String.raw`\\(?:[\da-fA-F]{1,6}(?:\r\n|[ \t\r\n\f])?|[^\r\n\f\da-fA-F])`;
const letter = String.raw`[^\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x5e\x60\x7b-\x7f]`;
const identifier = `(?:${letter}|${escape})+`;
const string = String.raw`"(?:[^"\\\r\n\f]|\\(?:\r\n|[^]))*"|'(?:[^'\\\r\n\f]|\\(?:\r\n|[^]))*'`;
const comment = String.raw`/\*[^*]*\*+(?:[^/*][^*]*\*+)*/`;
const gap = String.raw`(?:[ \t\r\n\f]|${comment})*`;

const attributeSelector = new RegExp(
  String.raw`\[${gap}(?:(?:${identifier}|\*)?\|(?!=))?(?<name>${identifier})${gap}` +
    String.raw`(?:(?<operator>[~|^$*]?=)${gap}(?:${identifier}|${string})${gap}(?:${identifier}${gap})?)?\]`,
  'uy',
);
/** Parts in which a bracket does not start an attribute selector. */
const opaque = new RegExp(`${escape}|${string}|${comment}`, 'uy');
/** The only functions in a selector. In `url()`, quotes and comments are ordinary characters, which could hide a part. */
const pseudoClass = /:(?!url$)[a-z-]+$/iu;

/**
 * Finds every comparison with an attribute in a CSS selector, also inside `:is()`, `:not()` and `:has()`. Undefined if a
 * part cannot be read with certainty. Browsers refuse such selectors too, except those that lack a bracket or a quote at
 * the end.
 */
export const attributeTestsOf = (selector: string): readonly AttributeTest[] | undefined => {
  const tests: AttributeTest[] = [];
  for (let at = 0; at < selector.length;) {
    const character = selector[at] as string;
    if (character === '[') {
      const found = matchAt(attributeSelector, selector, at);
      if (!found) return undefined;
      at += found[0].length;
      const { name = '', operator } = found.groups ?? {};
      if (operator !== undefined) tests.push({ attribute: unescaped(name).toLowerCase(), end: at });
      continue;
    }
    const passed = matchAt(opaque, selector, at);
    if (!passed && (`"'\\`.includes(character) || selector.startsWith('/*', at))) return undefined;
    if (character === '(' && !pseudoClass.test(selector.slice(0, at))) return undefined;
    at += passed?.[0].length ?? 1;
  }
  return tests;
};

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const unescaped = (name: string): string =>
  name.replaceAll(new RegExp(escape, 'gu'), (escaped) => {
    const code = /^\\([\da-fA-F]+)/u.exec(escaped)?.[1];
    if (code === undefined) return escaped.slice(1);
    const point = Number.parseInt(code, 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD';
  });
