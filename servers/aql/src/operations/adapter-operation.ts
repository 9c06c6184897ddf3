import { changeFailure, isFailure } from '@recourse/contract';
import type { CodeSet, JsonObject } from '@recourse/contract';
import { defineOperation } from '@recourse/engine';
import type { Danger, Operation, QuotaRule, Trust } from '@recourse/engine';
import type { AdapterOperation } from '../adapter/adapter.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { argumentsSchemaOf } from './arguments-schema.ts';
import { statedFacts } from './stated-facts.ts';
import type { AskedCall } from './stated-facts.ts';

/** The context that the operations of one adapter share. */
export interface OperationSetting {
  readonly exchange: Exchange;
  readonly trust: Trust;
  readonly codes: CodeSet | undefined;
  readonly errors: readonly string[];
  readonly quotas: readonly QuotaRule[];
  readonly timeoutMs: number;
  /** The operator's word on single operations; it may raise and lower. */
  readonly danger: ReadonlyMap<string, Danger>;
  /** The operations of the file, to read what a question is about. */
  readonly operations: readonly AdapterOperation[];
}

/** An operation of a file as the engine knows operations: gated, counted and checked like any other. */
export const adapterOperation = (described: AdapterOperation, setting: OperationSetting): Operation => {
  const { exchange } = setting;
  const { name, danger: note } = described;
  const danger = setting.danger.get(name) ?? note.level;
  const reading = setting.operations.find((other) => other.name === described.readWith);
  return defineOperation({
    name,
    input: argumentsSchemaOf(described),
    operation: described.category === 'read' && danger === 'safe' ? 'query' : 'command',
    danger,
    trust: setting.trust,
    idempotent: described.idempotent,
    errors: setting.errors as never,
    ...(setting.codes && { codes: setting.codes }),
    quotas: setting.quotas,
    confirmation: {
      ...(note.confirmationMessage !== undefined && { message: note.confirmationMessage }),
      ...(note.reasons.length > 0 && { reasons: note.reasons }),
      always: note.requiresConfirmation,
      ...(reading && {
        shown: (args: JsonObject, call: Pick<AskedCall, 'correlation_id' | 'signal'>) =>
          statedFacts(reading, exchange, { arguments: args, correlation_id: call.correlation_id, signal: call.signal }),
      }),
    },
    timeoutMs: setting.timeoutMs,
    hold: () => exchange.hold(described),
    run: async ({ arguments: args, signal, idempotency_key, correlation_id }) => {
      const outcome = await exchange.send({
        operation: described,
        arguments: args,
        signal,
        ...(idempotency_key !== undefined && { idempotencyKey: idempotency_key }),
      });
      return isFailure(outcome) ? changeFailure(outcome, { correlation_id }) : outcome;
    },
  });
};
