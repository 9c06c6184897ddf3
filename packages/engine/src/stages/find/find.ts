import { changeFailure, fail } from '@recourse/contract';
import type { Failure, JsonObject, Outcome, Subject } from '@recourse/contract';
import type { Call } from '../../call/call.ts';
import { changeCall } from '../../call/change-call.ts';
import { readingOperations } from '../../levels.ts';
import { soundFailure } from '../../outcome/sound-failure.ts';
import { confirmToolName } from '../../tool/confirm-tool.ts';
import type { Operation, ResolvedCall, Tool } from '../../tool/operation.ts';
import { subjectOf, subjectOfCall } from '../../tool/subject-of.ts';
import type { SubjectOfCalls } from '../../tool/subject-of.ts';
import { unknownName } from '../../tool/unknown-name.ts';
import { argumentCodes } from '../../validation/refuse-arguments.ts';
import { defineStage } from '../stage.ts';
import type { Answering, Next, Stage } from '../stage.ts';
import { isNamed } from './offer.ts';
import type { Offer } from './offer.ts';

/** A tool that the server knows and does not offer. */
interface Withheld {
  readonly tool: Tool;
  /** The answer to calls of it. */
  readonly failure: Failure;
}

/** Finds a tool that is withheld; undefined for any other name. */
export type Withhold = (tool: string) => Withheld | undefined;

interface FindOptions {
  /** The subject of calls whose tool declares none. */
  readonly subject?: SubjectOfCalls;
  readonly withhold?: Withhold;
  /** Which names a caller gets to see. */
  readonly offer: Offer;
}

/** Finds the tool, and what a router makes of the call. Everything behind applies to the operation that was found. */
export const find = (tools: ReadonlyMap<string, Tool>, { subject, withhold, offer }: FindOptions): Stage =>
  defineStage(
    'find',
    // A router refuses in its own words: it reads the arguments, and a held call's token.
    [
      'NOT_FOUND_OPERATION',
      'PERMISSION_DENIED',
      ...argumentCodes,
      'VALIDATION_ENDPOINT_MISMATCH',
      'TOKEN_INVALID',
      'TOKEN_EXPIRED',
      'VALIDATION_CLIENT_INPUT',
    ],
    (call, next) => {
      const tool = tools.get(call.tool);
      // A refusal below names the subject, too.
      noteSubject(call, subjectOfCall(tool, call.arguments, subject));
      if (!tool)
        return withheld(call, withhold) ?? unknownName(call, call.tool, offer.toolNames(call.principal), 'tool');
      const { target } = tool;
      if (!isNamed(call.principal, tool)) return notNamed(call, tool.name);
      if ('operation' in target) {
        return pass(call, { operation: target.operation, arguments: call.arguments }, next);
      }
      const offered = (operations: readonly Operation[]): readonly string[] =>
        offer.operationNames(call.principal, operations);
      return route(target.resolve(call.arguments, call, offered), call, next, offer);
    },
  );

const notNamed = (call: Call, name: string): Failure =>
  fail(
    'PERMISSION_DENIED',
    { reason: `this caller is not allowed to call '${name}'` },
    { correlation_id: call.correlation_id },
  );

/** The server's own refusal may have any code of its registry, like a refusal of a tool. */
const withheld = (call: Call, withhold: Withhold | undefined): Outcome | undefined => {
  const found = withhold?.(call.tool);
  if (!found) return undefined;
  const { target } = found.tool;
  // An attempt to run code is recorded with its hash, even if no caller may run code.
  if ('operation' in target) noteCode(call, target.operation, call.arguments);
  const { correlation_id } = call;
  return (call.state.refusal = changeFailure(soundFailure(found.failure), { correlation_id, effect: 'none' }));
};

const noteCode = (call: Call, { guards }: Operation, args: JsonObject): void => {
  if (guards.length === 0) return;
  call.state.arguments = args;
  call.state.codeFields = guards.filter(({ kind }) => kind === 'code').map(({ pointer }) => pointer);
};

const route = async (
  resolving: Promise<ResolvedCall | Outcome> | ResolvedCall | Outcome,
  call: Call,
  next: Next,
  offer: Offer,
): Promise<Outcome> => {
  const resolved = await resolving;
  if (isOutcome(resolved)) return resolved;
  // A held call may be older than the key or the scopes that confirm it.
  if (call.tool === confirmToolName && !offer.reaches(call.principal, resolved.operation)) {
    return notNamed(call, resolved.operation.name);
  }
  noteSubject(call, subjectOf(resolved.operation, resolved.arguments));
  return pass(call, resolved, next);
};

const noteSubject = (call: Call, subject: Subject | undefined): void => {
  if (subject) call.state.subject = subject;
};

/** Refuses a call that can only run as a task, if its caller does not accept one. */
const pass = (call: Call, resolved: ResolvedCall, next: Next): Answering =>
  resolved.operation.task === 'required' && !call.request.task && !call.state.inner
    ? needsTask(call, resolved.operation.name)
    : next(found(call, resolved));

const needsTask = (call: Call, operation: string): Outcome =>
  fail(
    'VALIDATION_CLIENT_INPUT',
    { operation, capability: 'tasks', reason: 'not_declared' },
    {
      correlation_id: call.correlation_id,
      effect: 'none',
      message: `'${operation}' runs only as a task, but the client has not declared io.modelcontextprotocol/tasks`,
      hint: `Call '${operation}' from a client that declares the extension io.modelcontextprotocol/tasks.`,
    },
  );

const found = (call: Call, resolved: ResolvedCall): Call => {
  const { operation } = resolved;
  call.state.operation = operation.name;
  call.state.arguments = resolved.arguments;
  call.state.sensitive = operation.sensitive;
  noteCode(call, operation, resolved.arguments);
  call.state.writes = !readingOperations.has(operation.operation);
  const { idempotency_key, confirmation_token } = resolved;
  const principal = resolved.principal ?? call.principal;
  if (idempotency_key === undefined && confirmation_token === undefined) {
    return changeCall(call, { operation, arguments: resolved.arguments, principal });
  }
  const meta = {
    ...call.meta,
    ...(idempotency_key !== undefined && { idempotency_key }),
    ...(confirmation_token !== undefined && { confirmation_token }),
  };
  return changeCall(call, { operation, arguments: resolved.arguments, principal, meta });
};

const isOutcome = (value: ResolvedCall | Outcome): value is Outcome => 'ok' in value;
