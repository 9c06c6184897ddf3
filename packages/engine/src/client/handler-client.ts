import type { Json, JsonObject } from '@recourse/contract';
import type { ClientPort } from './client-port.ts';
import type { AskKind, ClientUse, LogLevel } from './client-use.ts';
import { NoClientInputError } from './no-client-input.ts';
import type { AnswersTo, Question, Questions } from './question.ts';

/** The client as a handler sees it: only the features that its tool declares. */
export type HandlerClient<Use extends ClientUse = ClientUse> = AskingClient<Use & AskKind> &
  ('log' extends Use ? LoggingClient : unknown);

interface AskingClient<Kind extends AskKind> {
  /** Whether this caller's client supports the question; if not, `ask` ends the call. */
  can(question: Question<Kind>): boolean;
  /**
   * Asks, and waits. Ask before you act: on 2026-07-28 the handler is run again from its beginning with the answers,
   * and a call without answers counts as one that did nothing.
   */
  ask<const Asked extends Questions<Kind>>(questions: Asked): Promise<AnswersTo<Asked>>;
}

interface LoggingClient {
  /** Reports progress to a client that has requested it. Never waits and never fails. */
  log(level: LogLevel, data: string | JsonObject): void;
}

export interface HandlerClientOptions {
  readonly name: string;
  readonly uses: ReadonlySet<ClientUse>;
  readonly port: ClientPort | undefined;
  readonly signal: () => AbortSignal;
  /** The part of a log line that may be shown. */
  readonly conceal: (data: string | JsonObject) => Json;
  /** Runs while the client is asked. */
  readonly waiting?: <Answer>(asking: () => Promise<Answer>) => Promise<Answer>;
  /** Called when the call ends here, to be made again with the answers. */
  readonly onAskedLater?: (ended: NoClientInputError) => void;
}

export const createHandlerClient = (options: HandlerClientOptions): HandlerClient => {
  const { name, uses, port, waiting = (asking) => asking() } = options;
  const asked = new Set<string>();
  const answered: Record<string, unknown> = {};

  const declared = (use: ClientUse): void => {
    if (!uses.has(use)) throw new TypeError(`'${name}' does not declare '${use}' under 'client'`);
  };

  const ask = async (questions: Questions): Promise<Readonly<Record<string, unknown>>> => {
    const named = Object.entries(questions);
    for (const [key, question] of named) {
      declared(question.kind);
      // When a handler runs again, only the names distinguish the answers.
      if (asked.has(key)) throw new TypeError(`'${name}' asks two questions named '${key}'`);
      asked.add(key);
      if (!port?.can(question)) throw new NoClientInputError(name, question.kind, 'not_declared');
    }
    if (!port) return {};
    const given = await waiting(() => port.ask(questions, options.signal()));
    const answers: Record<string, unknown> = {};
    const open: Record<string, Question> = {};
    for (const [key, question] of named) {
      const answer = Object.hasOwn(given, key) ? question.read(given[key]) : undefined;
      if (answer === undefined) open[key] = question;
      else [answers[key], answered[key]] = [answer, given[key]];
    }
    const [missing] = Object.values(open);
    if (!missing) return answers;
    if (!port.askLater) throw new NoClientInputError(name, missing.kind, 'not_answered');
    port.askLater(open, answered);
    const ended = new NoClientInputError(name, missing.kind, 'asked');
    options.onAskedLater?.(ended);
    throw ended;
  };

  return {
    can: (question) => uses.has(question.kind) && port?.can(question) === true,
    ask: ask as HandlerClient['ask'],
    log: (level, data) => {
      declared('log');
      port?.log(level, options.conceal(data));
    },
  };
};
