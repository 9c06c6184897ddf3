import { createRegistry, fromUnknown, isJsonObject } from '@recourse/contract';
import type { CallFacts, Dialect, DialectName, Outcome, Registry } from '@recourse/contract';
import { callToolResultText, contractExtensionKey, toCallToolResult } from '@recourse/contract/mcp';
import type { ToolResult } from '@recourse/contract/mcp';
import { loadDialect } from '@recourse/contract/dialects';
import type { CallRequest, Principal } from '../call/call.ts';
import { sharingOf } from '../sharing/sharing.ts';
import { createOwnState } from '../stages/admit/own-state.ts';
import { byRights } from '../stages/find/by-rights.ts';
import { createOffer, isNamed } from '../stages/find/offer.ts';
import { localIdentity } from '../stages/identify/identify.ts';
import type { RecordOptions } from '../stages/record/record.ts';
import type { Answering } from '../stages/stage.ts';
import { advertise } from '../tool/advertise.ts';
import type { Tool } from '../tool/operation.ts';
import { findParamHeaders } from '../tool/param-headers.ts';
import { refuse } from '../tool/registration.ts';
import { subjectOfCall } from '../tool/subject-of.ts';
import { keepStart } from './call-at-once.ts';
import { createChanges } from './changes.ts';
import { contractResource, describeContract } from './contract-description.ts';
import { factsOf } from './facts-of.ts';
import { loadRunning } from './load-running.ts';
import type { Listed, ServerOptions } from './server-options.ts';
import type { ListedTool, Server, ToolTask } from './server.ts';
import { taskProblems, transactionProblems } from './store-problems.ts';
import { toolsWithClient, toolsWithTasks, usesOf } from './tool-traits.ts';
import { toolsOf } from './tools-of.ts';

/** Creates a server. Rejects invalid definitions, with all problems in one message. */
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
  const running = loadRunning({
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
    // The list is sent first.
    setImmediate(() => void running.prepare());
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
      // A removed tool was visible to callers whose key names it.
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

const nameOf = (dialect: DialectName | Dialect | undefined): DialectName =>
  typeof dialect === 'object' ? dialect.name : (dialect ?? 'recourse');

const registryOf = (options: ServerOptions): Registry => {
  const given = options.codes === undefined ? [] : 'definitions' in options.codes ? [options.codes] : options.codes;
  const sets = new Set([...given, ...options.tools.flatMap((tool) => tool.codeSets)]);
  return createRegistry(...sets);
};

const entriesOf = <Entry>(listed: Listed<Entry> = []): readonly Entry[] =>
  typeof listed === 'function' ? listed() : listed;
