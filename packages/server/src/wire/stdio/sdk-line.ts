import type { JSONRPCMessage, Server as McpServer, Transport } from '@modelcontextprotocol/server';
import type { JsonObject } from '@recourse/contract';
import type { Server } from '@recourse/engine';
import type { Caller } from '@recourse/engine/front-door';
import { completeMessage } from '../../edge/complete-error.ts';
import { within } from '../../call/patience.ts';
import type { Elicit } from '../../call/settle-by-dialogue.ts';
import type { RequestId } from '../../rpc/frame.ts';
import type { Running } from '../../call/running.ts';

export interface SdkLineOptions {
  readonly server: Server;
  readonly caller: Caller;
  readonly running: Running;
  readonly send: (message: string) => void;
  readonly onError: (error: Error) => void;
}

/** The SDK's end of the line. It is loaded with the first message for it; many sessions never need it. */
export class SdkLine {
  readonly #options: SdkLineOptions;
  /** The requests that wait for an answer, by their ids; true for one that is answered only at the end. */
  readonly #pending = new Map<RequestId, boolean>();
  #opening: Promise<void> | undefined;
  #transport: Transport | undefined;
  #mcp: McpServer | undefined;
  #close: (() => Promise<void>) | undefined;
  #handshake: readonly JsonObject[] = [];
  #unheard: { readonly id: unknown; readonly answered: () => void } | undefined;
  #idle: (() => void) | undefined;

  constructor(options: SdkLineOptions) {
    this.#options = options;
  }

  /** Keeps a message of the handshake, which the door answered. The SDK gets it before any other message. */
  remember(message: JsonObject): void {
    if (this.isOpen) this.deliver(message);
    else this.#handshake = [...this.#handshake, message];
  }

  deliver(message: JsonObject): void {
    const { id, method } = message as { id?: RequestId; method?: string };
    if (id !== undefined && method !== undefined) this.#pending.set(id, method === 'subscriptions/listen');
    void this.#open().then(() => this.#transport?.onmessage?.(message as JSONRPCMessage));
  }

  /** Whether the SDK is loaded or loading. */
  get isOpen(): boolean {
    return this.#opening !== undefined;
  }

  readonly elicit: Elicit = async (form, timeout) => {
    await this.#open();
    if (!this.#mcp) throw new Error('The connection to the client is not open');
    return this.#mcp.elicitInput(form, { timeout });
  };

  /** Whether a request with this id waits for an answer. */
  isPending(id: RequestId): boolean {
    return this.#pending.has(id);
  }

  /** Stops waiting for the answer to a cancelled request. */
  forget(id: RequestId): void {
    this.#pending.delete(id);
    if (this.#isIdle()) this.#idle?.();
  }

  /** Resolves when every request is answered, except for open subscriptions. */
  async idle(): Promise<void> {
    if (!this.#isIdle()) await new Promise<void>((resolve) => (this.#idle = resolve));
  }

  #isIdle(): boolean {
    return [...this.#pending.values()].every((lasts) => lasts);
  }

  /** Waits within a bound until every request is answered, then closes. */
  async end(boundMs: number): Promise<void> {
    await within(boundMs, this.idle());
    await this.#opening;
    await this.#close?.();
  }

  #open(): Promise<void> {
    return (this.#opening ??= this.#load());
  }

  async #load(): Promise<void> {
    const { server, caller, running, onError } = this.#options;
    const [{ serveStdio: serve }, { createMcpServer }] = await Promise.all([
      import('@modelcontextprotocol/server/stdio'),
      import('../sdk/create-mcp-server.ts'),
    ]);
    const transport: Transport = {
      start: () => Promise.resolve(),
      close: () => Promise.resolve(),
      send: (message) => Promise.resolve(this.#send(message)),
    };
    const serving = serve(
      ({ era }) => (this.#mcp = createMcpServer(server, { caller, era, tasks: true, running, onError })),
      {
        transport,
        onerror: onError,
      },
    );
    this.#close = () => serving.close();
    await this.#repeatHandshake(transport);
    this.#transport = transport;
  }

  /** Repeats the handshake for the SDK. Its answer is dropped: the client has had one from the door. */
  async #repeatHandshake(transport: Transport): Promise<void> {
    const [opened] = this.#handshake;
    if (!opened) return;
    const answered = new Promise<void>((resolve) => (this.#unheard = { id: opened['id'], answered: resolve }));
    transport.onmessage?.(opened as JSONRPCMessage);
    await answered;
    for (const message of this.#handshake.slice(1)) transport.onmessage?.(message as JSONRPCMessage);
  }

  #send(message: JSONRPCMessage): void {
    const { id, method } = message as { id?: RequestId; method?: string };
    if (id !== undefined && method === undefined) {
      if (this.#unheard?.id === id) {
        this.#unheard.answered();
        this.#unheard = undefined;
        return;
      }
      this.forget(id);
    }
    const completed = completeMessage(message as unknown as JsonObject);
    if (completed.failure) {
      const { server, caller } = this.#options;
      server.recordRefusal({ failure: completed.failure, caller, request_id: id ?? null });
    }
    this.#options.send(JSON.stringify(completed.message));
  }
}
