import { StoreUnavailableError } from '@recourse/engine/store-ports';
import type { CallEvent } from '@recourse/engine/events';
import { createAppender } from './append-events.ts';
import type { SqliteContext } from './context.ts';
import { explainFailure } from './failures.ts';
import type { Transaction } from './transaction.ts';

interface Joined {
  readonly transaction: Transaction;
  readonly events: CallEvent[];
  readonly answers: { recorded: boolean }[];
  readonly write: () => void;
}

/**
 * Creates a function that has the events of a call appended before its transaction commits, once for all calls of the
 * group. If the chain cannot take them, the calls go on and their answers say that nothing was recorded.
 */
export const createJoinedEvents = (context: SqliteContext) => {
  const { connection } = context.database;
  const append = createAppender(context);
  let joined: Joined | undefined;

  const write = ({ events, answers }: Joined): void => {
    connection.run('SAVEPOINT joined_events');
    try {
      append(events);
    } catch (error) {
      // A file that does not work is the transaction's problem.
      if (explainFailure(error, connection.file) instanceof StoreUnavailableError) throw error;
      connection.run('ROLLBACK TO joined_events');
      for (const answer of answers) answer.recorded = false;
    }
    connection.run('RELEASE joined_events');
    events.length = 0;
    answers.length = 0;
  };

  return <Answer extends { readonly recorded: boolean }>(
    transaction: Transaction,
    events: readonly CallEvent[] | undefined,
    answer: Answer,
  ): Answer => {
    if (!events || events.length === 0) return answer;
    if (joined?.transaction !== transaction) {
      const opened: Joined = { transaction, events: [], answers: [], write: () => write(opened) };
      joined = opened;
    }
    joined.events.push(...events);
    joined.answers.push(answer);
    transaction.beforeCommit(joined.write);
    return answer;
  };
};
