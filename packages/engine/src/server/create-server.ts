import { createRegistry, fromUnknown, isJsonObject } from '@recourse/contract';
import type { CallFacts, CodeSet, Dialect, DialectName, Outcome, Registry } from '@recourse/contract';
import { callToolResultText, contractExtensionKey, toCallToolResult } from '@recourse/contract/mcp';
import type { ToolResult } from '@recourse/contract/mcp';
import { loadDialect } from '@recourse/contract/dialects';
import type { CallRequest, Principal } from '../call/call.ts';
import { heldOperation } from '../call/held-operation.ts';
import { outcomeSubject } from '../call/outcome-subject.ts';
import type { ClientUse } from '../client/client-use.ts';
import type { GuardSettings } from '../guards/guard.ts';
import { unknownRoots } from '../guards/unknown-kinds.ts';
import { sharingOf } from '../sharing/sharing.ts';
import type { Sharing } from '../sharing/sharing.ts';
import type { LimitSettings, PolicySettings, TimeoutSettings } from '../settings/settings.ts';
import type { Admissions } from '../stages/admit/admissions.ts';
import { createOwnState } from '../stages/admit/own-state.ts';
import type { Tokens } from '../stages/consent/tokens.ts';
import { mayConfirm } from '../stages/gate/gate.ts';
import { byRights } from '../stages/find/by-rights.ts';
import type { Withhold } from '../stages/find/find.ts';
import { createOffer, isNamed } from '../stages/find/offer.ts';
import { localIdentity } from '../stages/identify/identify.ts';
import type { Identity } from '../stages/identify/identify.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import type { RecordOptions } from '../stages/record/record.ts';
import { isReplayed } from '../stages/replay/replayed.ts';
import type { Answering } from '../stages/stage.ts';
import { advertise } from '../tool/advertise.ts';
import type { CodesIn } from '../tool/advertise.ts';
import { confirmToolName, createConfirmTool } from '../tool/confirm-tool.ts';
import type { Operation, Tool } from '../tool/operation.ts';
import { findParamHeaders } from '../tool/param-headers.ts';
import { levelProblems, refuse } from '../tool/registration.ts';
import { subjectOfCall } from '../tool/subject-of.ts';
import type { SubjectOfCalls } from '../tool/subject-of.ts';
import { keepStart } from './call-at-once.ts';
import { createChanges } from './changes.ts';
import type { ChangeKind } from './changes.ts';
import { contractResource, describeContract } from './contract-description.ts';
import { listProblems } from './list-problems.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';
import type { Running, RunningOptions } from './running.ts';
import type { ListedTool, Server, ToolTask } from './server.ts';

/** A list, or a function that returns it for every request. */
export type Listed<Entry> = readonly Entry[] | (() => readonly Entry[]);

/** The ports that a server keeps its state behind. Tokens and admissions must be in one store. */
export interface ServerStores extends Partial<Sharing> {
  readonly tokens?: Tokens;
  readonly admissions?: Admissions;
}

export interface ServerOptions {
  readonly name: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly dialect?: DialectName | Dialect;
  /** `json`: the text of every failure is its whole envelope. Without it the dialect `recourse` writes a short line. */
  readonly text?: 'json';
  readonly tools: readonly Tool[];
  /** Where the list of tools names their codes; defaults to the output schemas. */
  readonly codesIn?: CodesIn;
  /** Refuses calls of tools that are known and not offered, in the server's own codes. */
  readonly withhold?: Withhold;
  /**
   * The subject of a call whose tool declares none, and of a call to an unknown tool: for a server whose calls belong
   * to sessions. A subject of type `session` is the `_meta.session_id` of the answer.
   */
  readonly subject?: SubjectOfCalls;
  readonly codes?: CodeSet | readonly CodeSet[];
  readonly resources?: Listed<Resource>;
  readonly resourceTemplates?: Listed<ResourceTemplate>;
  readonly prompts?: Listed<Prompt>;
  /** Whether a principal sees the resources of another one. Without it, each sees only its own. */
  readonly sees?: (reader: Principal, owner: string) => boolean;
  /** The parts that may change while the server runs. Clients are notified by `notify`. */
  readonly changes?: readonly ChangeKind[];
  readonly policy?: PolicySettings;
  readonly limits?: Partial<LimitSettings>;
  readonly timeouts?: Partial<TimeoutSettings>;
  readonly guards?: GuardSettings;
  readonly quotas?: (operation: string) => readonly QuotaRule[];
  readonly record?: RecordOptions;
  readonly identity?: Identity;
  /** Where state is kept; defaults to the memory of this process. */
  readonly stores?: ServerStores;
  readonly now?: () => number;
}

/** Assembles a server. Rejects invalid definitions, with all problems in one message. */
export const createServer = (options: ServerOptions): Server => {
  const now = options.now ?? Date.now;
  const registry = registryOf(options);
  const own = createOwnState(now);
  const { tokens = own.tokens, admissions = own.admissions } = options.stores ?? {};
  refuse(options.name, transactionProblems(tokens, admissions));
  const tools = toolsOf(options, tokens);
  const sharing = sharingOf(options.stores, now);
  refuse(options.name, taskProblems(tools, sharing));
  const identity = options.identity ?? localIdentity;
  const recording: RecordOptions = { ...(options.now && { now }), ...options.record, server: options.name };
  let ownDialect = typeof options.dialect === 'object' ? options.dialect : undefined;
  const loadOwnDialect = async (): Promise<Dialect> => (ownDialect ??= await loadDialect(nameOf(options.dialect)));
  const policy = options.policy ?? {};
  const quotaRules = options.quotas ?? (() => []);
  const offer = createOffer({ tools, policy, quotaRules });
  const running = loadOnce({
    tools,
    offer,
    ...(options.withhold && { withhold: options.withhold }),
    ...(options.subject && { subject: options.subject }),
    dialect: loadOwnDialect,
    registry,
    record: recording,
    identity,
    limits: options.limits ?? {},
    guards: options.guards ?? {},
    policy,
    quotaRules,
    tokens,
    admissions,
    ...(options.timeouts && { timeouts: options.timeouts }),
    now,
  });
  const changes = createChanges({
    name: options.name,
    kinds: options.changes,
    signals: options.stores?.signals,
    resources: () => entriesOf(options.resources),
  });
  const callers = toolsWithClient(tools);
  const paramHeaders = new Map([...tools.values()].map(({ name, input }) => [name, findParamHeaders(input).headers]));
  const clientUses = new Set([...tools.values()].flatMap(usesOf));

  const taskTools = sharing.tasks ? toolsWithTasks(tools) : new Map<string, ToolTask>();
  const offeredTools = (reader: Principal | undefined): readonly Tool[] =>
    (reader ? offer.toolNames(reader) : offer.allToolNames()).flatMap((name) => tools.get(name) ?? []);
  const advertised = new Map<Tool, ListedTool>();

  const list = async (reader?: Principal): Promise<readonly ListedTool[]> => {
    const own = await loadOwnDialect();
    // The list goes out first.
    setImmediate(() => void running.load().catch(() => undefined));
    return offeredTools(reader).map((tool) => {
      const entry =
        advertised.get(tool) ?? advertise(tool, { registry, dialect: own, codesIn: options.codesIn ?? 'output' });
      advertised.set(tool, entry);
      return entry;
    });
  };
  const listFor = byRights(list);
  let listed: Promise<readonly ListedTool[]> | undefined;

  const describe = async (reader?: Principal) =>
    describeContract(offeredTools(reader), registry, await loadOwnDialect());
  const contract = contractResource(describe);

  const start = (request: CallRequest): Answering => {
    try {
      const startedAt = now();
      if (!running.ready) return callOnceLoaded(request, startedAt);
      const answer = running.ready.call(request, startedAt);
      return answer instanceof Promise ? answer.catch(fromUnknown) : answer;
    } catch (thrown) {
      return fromUnknown(thrown);
    }
  };

  const call = async (request: CallRequest): Promise<Outcome> => start(request);

  const callOnceLoaded = async (request: CallRequest, startedAt: number): Promise<Outcome> => {
    try {
      return await (await running.load()).call(request, startedAt);
    } catch (thrown) {
      return fromUnknown(thrown);
    }
  };

  const facts = (outcome: Outcome, request: CallRequest, startedAt: number): CallFacts =>
    factsOf(outcome, request, { startedAt, answeredAt: now(), text: options.text });

  const render = async (outcome: Outcome, request: CallRequest, startedAt: number): Promise<ToolResult> =>
    toCallToolResult(outcome, await loadOwnDialect(), facts(outcome, request, startedAt));

  const server: Server = {
    name: options.name,
    version: options.version ?? '0.0.0',
    ...(options.instructions !== undefined && { instructions: options.instructions }),
    registry,
    get resources() {
      return [...entriesOf(options.resources), contract];
    },
    get resourceTemplates() {
      return entriesOf(options.resourceTemplates);
    },
    get prompts() {
      return entriesOf(options.prompts);
    },
    sees: (reader, owner) =>
      owner === undefined ||
      (reader !== undefined && (reader.id === owner || (options.sees?.(reader, owner) ?? false))),
    concerns: (reader, change) => {
      if (typeof change === 'string') return true;
      if (!('tools' in change)) return server.sees(reader, change.owner);
      if (reader === undefined) return false;
      const offered = new Set(offer.toolNames(reader));
      // A tool that is gone was offered to those whose key names it.
      return change.tools.some((name) => offered.has(name) || (!tools.has(name) && isNamed(reader, { name })));
    },
    changes,
    notify: (change) => changes.notify(change),
    clientUses,
    extensions: { [contractExtensionKey]: { version: 1, dialect: nameOf(options.dialect) } },
    dialect: loadOwnDialect,
    listTools: (reader) => (reader ? listFor(reader) : (listed ??= list())),
    describeContract: describe,
    paramHeaders: (tool) => (typeof tool === 'string' ? (paramHeaders.get(tool) ?? []) : []),
    hasTasks: taskTools.size > 0,
    taskOf: (tool) => (typeof tool === 'string' ? taskTools.get(tool) : undefined),
    subjectOf: (name, args) => {
      const tool = typeof name === 'string' ? tools.get(name) : undefined;
      return isJsonObject(args) ? subjectOfCall(tool, args, options.subject) : undefined;
    },
    asksClient: (tool) => typeof tool === 'string' && callers.has(tool),
    identify: (caller) => identity.identify(caller),
    hasKeys: async () => (await identity.hasKeys?.()) ?? false,
    call,
    render,
    renderText: (outcome, request, startedAt, additions) => {
      const write = (dialect: Dialect): string =>
        callToolResultText(outcome, dialect, facts(outcome, request, startedAt), additions);
      return ownDialect ? write(ownDialect) : loadOwnDialect().then(write);
    },
    facts,
    respond: async (request) => {
      const startedAt = now();
      return render(await call(request), request, startedAt);
    },
    now,
    sharing,
    recordRefusal: (refusal) => {
      if (running.ready) running.ready.recordRefusal(refusal);
      else
        running.load().then(
          (ready) => ready.recordRefusal(refusal),
          () => undefined,
        );
    },
  };
  return keepStart(server, start);
};

/**
 * Only known facts. The date, which one dialect writes and which is expensive to format, is computed when it is read.
 */
const factsOf = (
  outcome: Outcome,
  request: CallRequest,
  { startedAt, answeredAt, text }: { startedAt: number; answeredAt: number; text: CallFacts['text'] },
): CallFacts => {
  const facts: { -readonly [Fact in keyof CallFacts]: CallFacts[Fact] } = new AnsweredAt(startedAt, answeredAt);
  if (text ?? request.text_only) facts.text = 'json';
  const tool = request.tool === confirmToolName ? (heldOperation(outcome) ?? request.tool) : request.tool;
  if (typeof tool === 'string') facts.tool = tool;
  const session = sessionOf(outcome, request);
  if (session !== undefined) facts.session_id = session;
  if (request.request_id !== undefined) facts.request_id = request.request_id;
  if (isReplayed(outcome)) facts.replayed = true;
  return facts;
};

/** A session of the server's own comes before that of the connection. */
const sessionOf = (outcome: Outcome, request: CallRequest): string | undefined => {
  const subject = outcomeSubject(outcome);
  return subject?.type === 'session' ? subject.id : request.session_id;
};

class AnsweredAt implements CallFacts {
  readonly elapsed_ms: number;
  readonly #answeredAt: number;

  constructor(startedAt: number, answeredAt: number) {
    this.elapsed_ms = answeredAt - startedAt;
    this.#answeredAt = answeredAt;
  }

  get timestamp(): string {
    return new Date(this.#answeredAt).toISOString();
  }
}

const nameOf = (dialect: DialectName | Dialect | undefined): DialectName =>
  typeof dialect === 'object' ? dialect.name : (dialect ?? 'recourse');

/** The code that runs calls, loaded with the first call; a client that has listed the tools will make one soon. */
const loadOnce = (options: RunningOptions) => {
  let loading: Promise<Running> | undefined;
  const running: { ready?: Running; load(): Promise<Running> } = {
    load: () =>
      (loading ??= import('./running.ts').then(
        ({ assemble }) => (running.ready = assemble(options)),
        (cause: unknown) => {
          // The next call tries again: what could not be read may be readable by then.
          loading = undefined;
          throw cause;
        },
      )),
  };
  return running;
};

const registryOf = (options: ServerOptions): Registry => {
  const given = options.codes === undefined ? [] : 'definitions' in options.codes ? [options.codes] : options.codes;
  const sets = new Set([...given, ...options.tools.flatMap((tool) => tool.codeSets)]);
  return createRegistry(...sets);
};

const entriesOf = <Entry>(listed: Listed<Entry> = []): readonly Entry[] =>
  typeof listed === 'function' ? listed() : listed;

const usesOf = ({ operations }: Tool): readonly ClientUse[] => operations.flatMap(({ client }) => [...client]);

/** The tools whose handlers use the client. A held call may be any tool's. */
const toolsWithClient = (tools: ReadonlyMap<string, Tool>): ReadonlySet<string> => {
  const names = [...tools.values()].filter((tool) => usesOf(tool).length > 0).map(({ name }) => name);
  return new Set(names.length > 0 ? [...names, confirmToolName] : []);
};

/** The tools whose calls may become tasks. A held call may be any tool's. */
const toolsWithTasks = (tools: ReadonlyMap<string, Tool>): ReadonlyMap<string, ToolTask> => {
  const found = new Map<string, ToolTask>();
  for (const { name, operations, target } of tools.values()) {
    if (!operations.some(({ task }) => task !== undefined)) continue;
    const argument = 'operation' in target ? target.operation.idempotency?.argument : undefined;
    found.set(name, argument === undefined ? {} : { keyArgument: argument });
  }
  if (found.size > 0 && tools.has(confirmToolName)) found.set(confirmToolName, {});
  return found;
};

/** A tool that runs only as a task needs a store that keeps tasks. */
const taskProblems = (tools: ReadonlyMap<string, Tool>, { tasks }: Sharing): readonly string[] =>
  tasks
    ? []
    : [...tools.values()]
        .flatMap(({ operations }) => operations)
        .filter(({ task }) => task === 'required')
        .map(({ name }) => `'${name}' runs only as a task, and the store keeps none: set RECOURSE_KEY`);

/** Whether a call of the operation can ever be answered with a question. */
const mayAsk = (options: ServerOptions, operation: Operation): boolean =>
  mayConfirm(options.policy ?? {}, operation) ||
  [...operation.quotas, ...(options.quotas?.(operation.name) ?? [])].some(({ pause }) => pause !== undefined);

/** A confirmation is used up in the transaction that begins its call, so both must be in one store. */
const transactionProblems = (tokens: Tokens, admissions: Admissions): readonly string[] =>
  tokens.transaction === admissions.transaction
    ? []
    : ['stores.tokens and stores.admissions belong to different stores and cannot share a transaction'];

const toolsOf = (options: ServerOptions, tokens: Tokens): ReadonlyMap<string, Tool> => {
  const tools = new Map<string, Tool>();
  const problems = options.tools.flatMap((tool) => {
    const taken = tools.has(tool.name);
    tools.set(tool.name, tool);
    return taken ? [`two tools are called '${tool.name}'`] : [];
  });
  if (tools.has(confirmToolName)) problems.push(`'${confirmToolName}' is the name of the tool that confirms calls`);
  const roots = options.tools
    .flatMap((tool) => tool.operations)
    .flatMap((operation) =>
      unknownRoots(operation.guards, options.guards ?? {}).map(
        (root) => `'${operation.name}' names the root '${root}', and guards.roots has no such folder`,
      ),
    );
  const operations = new Map<string, Operation>();
  for (const operation of options.tools.flatMap((tool) => tool.operations)) {
    // Tokens, keys and quotas know an operation by its name: of two, the wrong one could be confirmed.
    const taken = operations.get(operation.name);
    if (taken && taken !== operation) problems.push(`two operations are called '${operation.name}'`);
    operations.set(operation.name, operation);
    // A tool need not come from `defineTool`.
    problems.push(...levelProblems(operation).map((problem) => `'${operation.name}': ${problem}`));
  }
  refuse(options.name, [...problems, ...roots, ...listProblems(options)]);
  if (tokens.holds && [...operations.values()].some((operation) => mayAsk(options, operation))) {
    const confirm = createConfirmTool(tokens, operations);
    tools.set(confirm.name, confirm);
  }
  return tools;
};
