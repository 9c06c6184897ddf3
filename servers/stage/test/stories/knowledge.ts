import type { Json, JsonObject } from '@recourse/contract';

/** A tool as `tools/list` shows it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: unknown;
}

const refKey = /^(?:ref|.*_ref|.*Ref)$/u;
const idKey = /(?:_id|_ids|Id)$/u;
const inText = /(?:^|\s)\[(?<ref>\d+)\] (?<role>\S+)(?: (?<name>"(?:[^"\\]|\\.)*"))?/gmu;

/**
 * All that a client may use in its calls: the request of its user, the list of tools, and the answers so far. A value
 * from anywhere else is a mistake of the script, and `check` throws.
 */
export class Knowledge {
  readonly #request: string;
  readonly #tools: ReadonlyMap<string, string>;
  readonly #texts: string[] = [];
  readonly #refs = new Set<number>();
  readonly #ids = new Set<string>();
  readonly #elements = new Set<string>();

  constructor(request: string, tools: readonly ListedTool[]) {
    this.#request = request;
    this.#tools = new Map(tools.map((tool) => [tool.name, `${tool.description} ${JSON.stringify(tool.inputSchema)}`]));
  }

  /** Remembers all that an answer shows. */
  learn(answer: JsonObject): void {
    this.#learn('', answer);
  }

  /** Throws unless every value of a call was shown before or is part of the request. */
  check(tool: string, args: JsonObject): void {
    const listing = this.#tools.get(tool);
    if (listing === undefined) throw new Error(`No list of tools has shown ${tool}`);
    this.#check({ tool, listing }, '', args);
  }

  #learn(key: string, value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.#learn(key, item as Json);
    else if (typeof value === 'object' && value !== null) {
      const { role, name } = value as JsonObject;
      if (typeof role === 'string' && typeof name === 'string') this.#elements.add(elementKey(role, name));
      for (const [field, inner] of Object.entries(value)) this.#learn(field, inner as Json);
    } else if (typeof value === 'number' && refKey.test(key)) this.#refs.add(value);
    else if (typeof value === 'string') this.#learnText(key, value);
  }

  #learnText(key: string, text: string): void {
    this.#texts.push(text);
    if (idKey.test(key) || key === 'available') this.#ids.add(text);
    for (const { groups = {} } of text.matchAll(inText)) {
      this.#refs.add(Number(groups['ref']));
      this.#elements.add(elementKey(groups['role'] ?? '', JSON.parse(groups['name'] ?? '""') as string));
    }
    // A next action is a call in one line.
    const call = /^(\w+) (\{.*\})$/su.exec(text);
    if (call && this.#tools.has(call[1] as string)) this.#learn(key, JSON.parse(call[2] as string) as Json);
  }

  #check(call: { readonly tool: string; readonly listing: string }, key: string, value: Json): void {
    const refuse = (reason: string): never => {
      throw new Error(`${call.tool}: ${key} is ${JSON.stringify(value)}, ${reason}`);
    };
    if (Array.isArray(value)) for (const item of value) this.#check(call, key, item as Json);
    else if (typeof value === 'object' && value !== null) this.#checkObject(call, key, value as JsonObject);
    else if (refKey.test(key)) {
      if (!this.#refs.has(value as number)) refuse('which no answer has shown');
    } else if (idKey.test(key)) {
      if (!this.#ids.has(String(value))) refuse('which no answer has shown');
    } else if (key === 'selector') {
      if (!contains(this.#request, String(value))) refuse('which the user has not asked for');
    } else if (typeof value === 'string' && !this.#isKnown(call.listing, value))
      refuse('which neither the user nor the list of tools nor an answer has named');
  }

  #checkObject(call: { readonly tool: string; readonly listing: string }, key: string, value: JsonObject): void {
    const { role, name } = value;
    if (key === 'by' && typeof role === 'string' && typeof name === 'string') {
      if (this.#elements.has(elementKey(role, name)) || contains(this.#request, name)) return;
      throw new Error(`${call.tool}: no answer has shown a ${role} ${JSON.stringify(name)}`);
    }
    for (const [field, inner] of Object.entries(value)) this.#check(call, field, inner as Json);
  }

  #isKnown(listing: string, text: string): boolean {
    const escaped = JSON.stringify(text).slice(1, -1);
    return (
      contains(this.#request, text) ||
      contains(listing, text) ||
      this.#texts.some((shown) => contains(shown, text) || contains(shown, escaped))
    );
  }
}

const elementKey = (role: string, name: string): string => `${role} ${name}`;

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);

/** Whether a string contains another one as whole words. */
const contains = (text: string, wanted: string): boolean => {
  if (wanted === '') return true;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const isSplit =
      (isWord(text[at - 1]) && isWord(wanted[0])) || (isWord(text[end]) && isWord(wanted[wanted.length - 1]));
    if (!isSplit) return true;
  }
  return false;
};
