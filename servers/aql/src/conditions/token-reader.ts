import { ConditionError } from './condition-error.ts';
import type { Token } from './tokenize.ts';

/** Operators of other languages, and their equivalents here. */
const instead: Readonly<Record<string, string>> = { '=': '==', '!': 'not', '&&': 'and', '||': 'or' };

/** The tokens of a condition, read from first to last. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #index = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token that has not been read yet; the end stays the end. */
  get next(): Token {
    return this.#tokens[Math.min(this.#index, this.#tokens.length - 1)] as Token;
  }

  /** Reads the next token. */
  advance(): Token {
    const token = this.next;
    this.#index += 1;
    return token;
  }

  /** Reads the next token if it is this one. */
  take(kind: Token['kind'], text: string): boolean {
    const fits = this.next.kind === kind && this.next.text === text;
    if (fits) this.advance();
    return fits;
  }

  /** Reports what was expected in place of the next token. */
  refuse(expected: string): never {
    const { kind, text, position } = this.next;
    const found = kind === 'end' ? 'the end' : kind === 'text' ? 'a string' : `'${text}'`;
    const advice = kind === 'sign' && Object.hasOwn(instead, text) ? `; write '${instead[text] ?? ''}'` : '';
    throw new ConditionError(`expected ${expected}, found ${found}${advice}`, position);
  }
}
