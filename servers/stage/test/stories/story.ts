import type { Json, JsonObject } from '@recourse/contract';
import type { Envelope } from '../../src/testing/linked-stage.ts';
import { Knowledge } from './knowledge.ts';
import type { ListedTool } from './knowledge.ts';
import type { Changes, Ledger } from './ledger.ts';
import { parseSnapshot, pickLine } from './snapshot-lines.ts';
import type { SnapshotLine, Wanted } from './snapshot-lines.ts';

export interface StoryOptions {
  /** The request of the user, in the user's words. */
  readonly request: string;
  readonly tools: readonly ListedTool[];
  readonly call: (tool: string, args: JsonObject) => Promise<Envelope>;
  readonly ledger: Ledger;
}

const mostLooks = 100;

/**
 * A client that carries out one request. It uses nothing but the request, the list of tools and earlier answers, and
 * each of its actions is compared with the state of the app.
 */
export class Story {
  readonly #knowledge: Knowledge;
  readonly #options: StoryOptions;
  #lines: readonly SnapshotLine[] = [];

  constructor(options: StoryOptions) {
    this.#options = options;
    this.#knowledge = new Knowledge(options.request, options.tools);
  }

  /** Looks, waits or prepares: the call succeeds and changes nothing in the app. */
  async see(tool: string, args: JsonObject = {}): Promise<Envelope> {
    const answer = await this.#succeed(tool, args);
    await this.#options.ledger.unchanged(`${tool} ${JSON.stringify(args)}`);
    return answer;
  }

  /** Looks at the active surface. `ref` names elements of the last look. */
  async look(args: JsonObject = {}): Promise<Envelope> {
    return this.#keep(await this.see('electron_snapshot', args));
  }

  /** Looks until exactly one element fits, and returns its number. Pages show some changes a moment later. */
  async lookFor(wanted: Wanted): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      await this.look();
      try {
        return this.ref(wanted);
      } catch (error) {
        if (attempt === mostLooks) throw error;
      }
      await this.see('electron_wait', { ms: 50 });
    }
  }

  /** Something happens to the app that the client has not asked for. */
  async disturbed(happen: () => Promise<void>): Promise<void> {
    await this.#options.ledger.unchanged('before the disturbance, the app');
    await happen();
    await this.#options.ledger.open();
  }

  /** The number of an element in the last look. */
  ref(wanted: Wanted): number {
    return pickLine(this.#lines, wanted).ref;
  }

  /** Acts: the call succeeds, and the app changes in exactly this way. */
  async act(tool: string, args: JsonObject, changes: Changes): Promise<Envelope> {
    await this.#options.ledger.unchanged(`before ${tool}, the app`);
    const answer = await this.#succeed(tool, args);
    await this.#options.ledger.done(`${tool} ${JSON.stringify(args)}`, changes);
    return answer;
  }

  /** Tries an action that is refused with this code, and changes nothing. */
  async refused(tool: string, args: JsonObject, code: string): Promise<Envelope> {
    const answer = await this.#call(tool, args);
    if (answer['code'] !== code) throw new Error(`${tool} was not refused with ${code}: ${JSON.stringify(answer)}`);
    await this.#options.ledger.unchanged(`${tool}, refused with ${code}`);
    return answer;
  }

  /** Makes one of the calls that a failure suggests: the first, or the first of this tool. */
  async follow(failure: Envelope, { tool, changes }: { tool?: string; changes?: Changes } = {}): Promise<Envelope> {
    const actions = failure['next_actions'];
    const calls = Array.isArray(actions) ? actions.map((action) => parseCall(String(action))) : [];
    const next = tool === undefined ? calls[0] : calls.find((call) => call.tool === tool);
    if (!next) throw new Error(`No call to follow in ${JSON.stringify(failure)}`);
    if (changes) return this.act(next.tool, next.arguments, changes);
    const answer = await this.see(next.tool, next.arguments);
    return next.tool === 'electron_snapshot' ? this.#keep(answer) : answer;
  }

  #keep(answer: Envelope): Envelope {
    this.#lines = parseSnapshot(String(answer['snapshot']));
    return answer;
  }

  async #succeed(tool: string, args: JsonObject): Promise<Envelope> {
    const answer = await this.#call(tool, args);
    if (!answer.ok) throw new Error(`${tool} ${JSON.stringify(args)} failed: ${JSON.stringify(answer)}`);
    return answer;
  }

  async #call(tool: string, args: JsonObject): Promise<Envelope> {
    this.#knowledge.check(tool, args);
    const answer = await this.#options.call(tool, args);
    this.#knowledge.learn(answer);
    return answer;
  }
}

const parseCall = (text: string): { readonly tool: string; readonly arguments: JsonObject } => {
  const at = text.indexOf(' ');
  return { tool: text.slice(0, at), arguments: JSON.parse(text.slice(at + 1)) as Record<string, Json> };
};
