/** A part of a regular expression. Sets are written as RE2 writes them. */
export type PatternNode =
  | { readonly kind: 'set'; readonly linear: string }
  | { readonly kind: 'assertion'; readonly linear: string; readonly start: boolean }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly of: PatternNode; readonly least: number; readonly most: number };

/** Thrown for a construct that cannot run in linear time, with the reason. */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError';
}

const unsupported = (what: string): never => {
  throw new UnsupportedPatternError(what);
};

/** ECMAScript's `\s`, which is larger than RE2's. */
const spaces = String.raw`\x{9}-\x{d}\x{20}\x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const classes: Readonly<Record<string, string>> = { d: '0-9', w: '0-9A-Za-z_', s: spaces };
const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };
const lineEnds = String.raw`\x{a}\x{d}\x{2028}\x{2029}`;
/** General categories, by their short names. RE2 does not know all other properties. */
const category = /^(?:L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfosn]?)$/u;

/** Parses an expression with the syntax that ECMAScript has with the flag `u`. It must be valid there. */
export const parsePattern = (source: string): PatternNode => new Parser(source).parse();

class Parser {
  readonly #points: readonly string[];
  #at = 0;

  constructor(source: string) {
    this.#points = Array.from(source);
  }

  parse(): PatternNode {
    const node = this.#choice();
    return this.#at < this.#points.length ? unsupported('unbalanced groups') : node;
  }

  #choice(): PatternNode {
    const options = [this.#sequence()];
    while (this.#take('|')) options.push(this.#sequence());
    return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
  }

  #sequence(): PatternNode {
    const parts: PatternNode[] = [];
    while (this.#at < this.#points.length && this.#peek() !== '|' && this.#peek() !== ')') {
      parts.push(this.#repeated(this.#atom()));
    }
    return { kind: 'sequence', parts };
  }

  #repeated(of: PatternNode): PatternNode {
    const counts = this.#counts();
    if (!counts) return of;
    // Whether it is greedy does not change whether a string matches.
    this.#take('?');
    return { kind: 'repeat', of, ...counts };
  }

  #counts(): { readonly least: number; readonly most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity };
    if (this.#take('+')) return { least: 1, most: Infinity };
    if (this.#take('?')) return { least: 0, most: 1 };
    if (!this.#take('{')) return undefined;
    const [least = '', most = least] = this.#until('}').split(',');
    return { least: Number(least), most: most === '' ? Infinity : Number(most) };
  }

  #atom(): PatternNode {
    const point = this.#next();
    switch (point) {
      case '(':
        return this.#group();
      case '[':
        return this.#set();
      case '.':
        return { kind: 'set', linear: `[^${lineEnds}]` };
      case '^':
        return { kind: 'assertion', linear: String.raw`\A`, start: true };
      case '$':
        return { kind: 'assertion', linear: String.raw`\z`, start: false };
      case '\\':
        return this.#escape();
      default:
        return { kind: 'set', linear: `[${written(point)}]` };
    }
  }

  #group(): PatternNode {
    if (this.#take('?') && !this.#take(':')) {
      const kind = this.#next();
      const behind = kind === '<' && (this.#peek() === '=' || this.#peek() === '!');
      if (kind !== '<' || behind) return unsupported('lookahead and lookbehind');
      this.#until('>');
    }
    const inside = this.#choice();
    return this.#take(')') ? inside : unsupported('unbalanced groups');
  }

  #escape(): PatternNode {
    const point = this.#next();
    if (point === 'b' || point === 'B') return { kind: 'assertion', linear: `\\${point}`, start: false };
    if (point === 'k' || (point >= '1' && point <= '9')) return unsupported('a backreference');
    return { kind: 'set', linear: `[${this.#member(point)}]` };
  }

  #set(): PatternNode {
    const negated = this.#take('^');
    let members = '';
    while (!this.#take(']')) {
      const first = this.#point();
      if (this.#peek() === '-' && this.#points[this.#at + 1] !== ']') {
        this.#next();
        members += `${first}-${this.#point()}`;
      } else members += first;
    }
    const nothing = members === '';
    if (nothing) return { kind: 'set', linear: negated ? everything : `[^${everyPoint}]` };
    return { kind: 'set', linear: `[${negated ? '^' : ''}${members}]` };
  }

  #point(): string {
    const point = this.#next();
    if (point !== '\\') return written(point);
    const escaped = this.#next();
    return escaped === 'b' ? String.raw`\x{8}` : this.#member(escaped);
  }

  /** An escape as members of a set. */
  #member(point: string): string {
    const plain = classes[point.toLowerCase()];
    if (plain !== undefined) return point === point.toLowerCase() ? plain : outside(point);
    if (point === 'p' || point === 'P') return this.#property(point);
    const control = controls[point];
    if (control !== undefined) return pointAt(control);
    switch (point) {
      case '0':
        return pointAt(0);
      case 'c':
        return pointAt((this.#next().codePointAt(0) ?? 0) % 32);
      case 'x':
        return pointAt(Number.parseInt(this.#next() + this.#next(), 16));
      case 'u':
        return pointAt(this.#unicode());
      default:
        return written(point);
    }
  }

  #property(letter: string): string {
    this.#take('{');
    const name = this.#until('}').replace(/^(?:General_Category|gc)=/u, '');
    return category.test(name) ? `\\${letter}{${name}}` : unsupported(`the property ${name}`);
  }

  #unicode(): number {
    if (this.#take('{')) return Number.parseInt(this.#until('}'), 16);
    const unit = Number.parseInt(this.#next() + this.#next() + this.#next() + this.#next(), 16);
    const low = this.#points.slice(this.#at, this.#at + 6).join('');
    if (unit < 0xd800 || unit > 0xdbff || !/^\\u[dD][c-fC-F][\da-fA-F]{2}$/u.test(low)) return unit;
    this.#at += 6;
    return (unit - 0xd800) * 0x400 + (Number.parseInt(low.slice(2), 16) - 0xdc00) + 0x10000;
  }

  #peek(): string | undefined {
    return this.#points[this.#at];
  }

  #next(): string {
    const point = this.#points[this.#at];
    this.#at += 1;
    return point ?? unsupported('an unfinished expression');
  }

  #take(point: string): boolean {
    if (this.#peek() !== point) return false;
    this.#at += 1;
    return true;
  }

  #until(end: string): string {
    let text = '';
    for (let point = this.#next(); point !== end; point = this.#next()) text += point;
    return text;
  }
}

const everyPoint = String.raw`\x{0}-\x{10ffff}`;
const everything = `[${everyPoint}]`;

const pointAt = (code: number): string => String.raw`\x{${code.toString(16)}}`;

const written = (point: string): string => pointAt(point.codePointAt(0) ?? 0);

/** Complements as members of a set, where RE2 has its own meaning for `\S`. */
const outside = (letter: string): string => (letter === 'S' ? notSpaces : `\\${letter}`);

const notSpaces = String.raw`\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
