/** One field of a selection, with its arguments and its own selection. */
export interface Selection {
  readonly name: string;
  readonly alias: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly selections: readonly Selection[];
}

export interface Operation {
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly selections: readonly Selection[];
}

/** The text is not a document that the forge can read. */
export class GraphqlSyntaxError extends Error {
  override readonly name = 'GraphqlSyntaxError';
}

const token = /[\s,\ufeff]+|#[^\n]*|("""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\.\.\.|[{}()[\]:$!=@|&]|[\w.+-]+)/gy;
const maxDepth = 30;

/** Reads the first operation of a document: what two mutations need, and no more of the language. */
export function parseGraphql(text: string, variables: Readonly<Record<string, unknown>>): Operation {
  return new Parser(tokensOf(text), variables).operation();
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (match === null) throw new GraphqlSyntaxError(`Parse error at character ${at}`);
    if (match[1] !== undefined) tokens.push(match[1]);
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly string[];
  readonly #variables: Readonly<Record<string, unknown>>;
  #at = 0;

  constructor(tokens: readonly string[], variables: Readonly<Record<string, unknown>>) {
    this.#tokens = tokens;
    this.#variables = variables;
  }

  operation(): Operation {
    const first = this.#peek();
    if (first === '{') return { kind: 'query', selections: this.#selections(0) };
    if (first !== 'query' && first !== 'mutation' && first !== 'subscription') throw this.#unexpected();
    this.#at += 1;
    while (this.#peek() !== '{') this.#skip();
    return { kind: first, selections: this.#selections(0) };
  }

  #selections(depth: number): Selection[] {
    if (depth > maxDepth) throw new GraphqlSyntaxError('The query is nested too deeply');
    this.#take('{');
    const selections: Selection[] = [];
    while (this.#peek() !== '}') selections.push(this.#selection(depth));
    this.#take('}');
    return selections;
  }

  #selection(depth: number): Selection {
    const first = this.#name();
    const name = this.#peek() === ':' ? (this.#take(':'), this.#name()) : first;
    const given = this.#peek() === '(' ? this.#arguments('(', ')', depth) : {};
    const selections = this.#peek() === '{' ? this.#selections(depth + 1) : [];
    return { name, alias: first, arguments: given, selections };
  }

  #arguments(open: string, close: string, depth: number): Record<string, unknown> {
    if (depth > maxDepth) throw new GraphqlSyntaxError('The query is nested too deeply');
    this.#take(open);
    const values = new Map<string, unknown>();
    while (this.#peek() !== close) {
      const name = this.#name();
      this.#take(':');
      values.set(name, this.#value(depth + 1));
    }
    this.#take(close);
    return Object.fromEntries(values);
  }

  #value(depth: number): unknown {
    const next = this.#peek();
    if (next === '{') return this.#arguments('{', '}', depth);
    this.#at += 1;
    if (next === '$') return this.#variables[this.#name()];
    if (next.startsWith('"""')) return next.slice(3, -3);
    if (next.startsWith('"')) return this.#text(next);
    if (!/^[\w.+-]+$/.test(next)) throw this.#unexpected();
    if (next === 'true' || next === 'false') return next === 'true';
    return next === 'null' ? null : Number.isFinite(Number(next)) ? Number(next) : next;
  }

  #text(quoted: string): unknown {
    try {
      return JSON.parse(quoted);
    } catch {
      throw this.#unexpected();
    }
  }

  /** Over a variable definition or a name: whatever stands between the keyword and the first brace. */
  #skip(): void {
    if (this.#at >= this.#tokens.length) throw this.#unexpected();
    this.#at += 1;
  }

  #name(): string {
    const next = this.#peek();
    if (!/^[A-Za-z_]\w*$/.test(next)) throw this.#unexpected();
    this.#at += 1;
    return next;
  }

  #peek(): string {
    const next = this.#tokens[this.#at];
    if (next === undefined) throw new GraphqlSyntaxError('Unexpected end of document');
    return next;
  }

  #take(wanted: string): void {
    if (this.#peek() !== wanted) throw this.#unexpected();
    this.#at += 1;
  }

  #unexpected(): GraphqlSyntaxError {
    return new GraphqlSyntaxError(`Parse error on ${JSON.stringify(this.#tokens[this.#at] ?? 'end of document')}`);
  }
}
