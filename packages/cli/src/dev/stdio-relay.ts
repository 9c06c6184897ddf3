import type { JsonObject } from '@recourse/contract';
import type { Generation } from './generation.ts';
import { Lines } from './lines.ts';
import { isAnswer, isRequest, lostAnswer, readMessage } from './rpc.ts';
import type { Message } from './rpc.ts';

type Id = string | number;

/** One version behind the relay. */
interface Behind {
  readonly generation: Generation;
  /** The requests of the client that it has not answered, by id as JSON. */
  readonly owed: Map<string, { readonly id: Id; readonly line: string; readonly lasting: boolean }>;
  /** Waits for the answer to a request that the relay itself sent. */
  awaited: { readonly id: Id; readonly answered: () => void } | undefined;
  retired: boolean;
}

const listChanged = 'notifications/tools/list_changed';
const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/**
 * Connects one client to the versions of a server, one after the other. New requests go to the newest version; each
 * request is answered by the version that got it. The client's session is opened again with each version.
 */
export class StdioRelay {
  readonly #write: (line: string) => void;
  readonly #all = new Set<Behind>();
  /** The messages that describe the session of the client, which every version gets first. */
  readonly #session = new Map<string, Message>();
  /** Questions of a version to the client, by the id that the client sees. */
  readonly #questions = new Map<string, { readonly behind: Behind; readonly id: Id }>();
  #current: Behind | undefined;
  /** The tools that the client knows. */
  #tools: string | undefined;
  #sent = 0;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  /** Sends new requests to this version, and ends the one before it when it has answered all of its own. */
  async use(generation: Generation): Promise<void> {
    const behind: Behind = { generation, owed: new Map(), awaited: undefined, retired: false };
    const lines = new Lines((line) => this.#fromServer(behind, line));
    generation.onOutput((chunk) => lines.push(chunk));
    this.#all.add(behind);
    void generation.gone.then(() => this.#lost(behind));
    await this.#openSession(behind);
    const before = this.#current;
    this.#current = behind;
    if (before) {
      before.retired = true;
      this.#moveSubscriptions(before, behind);
    }
    if (this.#tools !== undefined && this.#tools !== generation.tools) this.#announceTools(behind);
    this.#tools = generation.tools;
    if (before) this.#endIfDone(before);
  }

  /** Passes a line of the client on. */
  fromClient(line: string): void {
    const message = readMessage(line);
    if (!message) return this.#current?.generation.send(line);
    if (isAnswer(message)) return this.#answerQuestion(message);
    if (message.method === 'notifications/cancelled') return this.#cancel(message, line);
    if (isRequest(message)) return this.#request(message, line);
    if (message.method === 'notifications/initialized') this.#session.set(message.method, message);
    this.#current?.generation.send(line);
  }

  /** Ends every version. Those that run calls finish them within the operator's bound. */
  async end(): Promise<void> {
    await Promise.all([...this.#all].map(({ generation }) => generation.end()));
  }

  killAll(): void {
    for (const { generation } of this.#all) generation.kill();
  }

  #request(message: Message & { readonly id: Id; readonly method: string }, line: string): void {
    const { id, method } = message;
    if (!this.#current) return this.#write(lostAnswer(id));
    this.#remember(message);
    this.#current.owed.set(JSON.stringify(id), { id, line, lasting: method === 'subscriptions/listen' });
    this.#current.generation.send(line);
  }

  /** Keeps the requests that change the state of the session. */
  #remember(message: Message & { readonly method: string }): void {
    const { method, params } = message;
    const uri = String(params?.['uri']);
    if (method === 'initialize' || method === 'logging/setLevel') this.#session.set(method, message);
    if (method === 'resources/subscribe') this.#session.set(`${method} ${uri}`, message);
    if (method === 'resources/unsubscribe') this.#session.delete(`resources/subscribe ${uri}`);
  }

  async #openSession(behind: Behind): Promise<void> {
    for (const message of this.#session.values()) {
      if (message.id === undefined) {
        behind.generation.send(JSON.stringify(message));
        continue;
      }
      const id = `recourse-dev-${(this.#sent += 1)}`;
      await new Promise<void>((answered) => {
        behind.awaited = { id, answered };
        void behind.generation.gone.then(answered);
        behind.generation.send(JSON.stringify({ ...message, id }));
      });
    }
  }

  /** A client that listens for changes keeps listening, now to the next version. */
  #moveSubscriptions(from: Behind, to: Behind): void {
    for (const [key, request] of from.owed) {
      if (!request.lasting) continue;
      from.owed.delete(key);
      to.owed.set(key, request);
      to.generation.send(request.line);
    }
  }

  #announceTools(behind: Behind): void {
    if (this.#session.has('initialize')) this.#notify({});
    for (const { id, line, lasting } of behind.owed.values()) {
      const wanted = readMessage(line)?.params?.['notifications'] as JsonObject | undefined;
      if (lasting && wanted?.['toolsListChanged'] === true)
        this.#notify({ params: { _meta: { [subscriptionKey]: id } } });
    }
  }

  #notify(more: JsonObject): void {
    this.#write(JSON.stringify({ jsonrpc: '2.0', method: listChanged, ...more }));
  }

  #cancel(message: Message, line: string): void {
    const key = JSON.stringify(message.params?.['requestId']);
    const owner = [...this.#all].find(({ owed }) => owed.has(key)) ?? this.#current;
    owner?.owed.delete(key);
    owner?.generation.send(line);
    if (owner) this.#endIfDone(owner);
  }

  #answerQuestion(message: Message & { readonly id: Id }): void {
    const question = this.#questions.get(String(message.id));
    this.#questions.delete(String(message.id));
    question?.behind.generation.send(JSON.stringify({ ...message, id: question.id }));
  }

  #fromServer(behind: Behind, line: string): void {
    const message = readMessage(line);
    if (!message) return this.#write(line);
    if (isRequest(message)) return this.#ask(behind, message);
    if (!isAnswer(message)) return this.#notification(behind, message, line);
    if (behind.awaited?.id === message.id) {
      behind.awaited.answered();
      behind.awaited = undefined;
    } else if (behind.owed.delete(JSON.stringify(message.id)) || message.id === null) {
      this.#write(line);
      this.#endIfDone(behind);
    }
  }

  /** Passes a question on. Two versions may use the same ids, so that the client sees others. */
  #ask(behind: Behind, message: Message & { readonly id: Id }): void {
    const id = `recourse-dev-${(this.#sent += 1)}`;
    this.#questions.set(id, { behind, id: message.id });
    this.#write(JSON.stringify({ ...message, id }));
  }

  #notification(behind: Behind, message: Message, line: string): void {
    const { method = '', params } = message;
    if (method === 'notifications/cancelled') {
      const asked = [...this.#questions].find(([, of]) => of.behind === behind && of.id === params?.['requestId']);
      if (asked) this.#write(JSON.stringify({ ...message, params: { ...params, requestId: asked[0] } }));
    } else if (behind.retired ? !/list_changed|subscriptions|updated/u.test(method) : behind === this.#current) {
      this.#write(line);
    }
  }

  #endIfDone(behind: Behind): void {
    if (behind.retired && behind.owed.size === 0) void behind.generation.end();
  }

  /** Answers what a process has left unanswered. */
  #lost(behind: Behind): void {
    this.#all.delete(behind);
    if (this.#current === behind) this.#current = undefined;
    for (const { id } of behind.owed.values()) this.#write(lostAnswer(id));
    behind.owed.clear();
  }
}
