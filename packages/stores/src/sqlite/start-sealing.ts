import type { Attestor } from '../evidence/attestor.ts';
import { planSeal } from '../evidence/plan-seal.ts';
import { refuseWithoutKey } from '../evidence/refuse-without-key.ts';
import { readChain, writeMarks } from './chain.ts';
import type { SqliteContext } from './context.ts';

/**
 * Seals a chain that was not sealed before, and signs its marks again after a change of keys. Throws a `KeyError` if
 * another key has sealed it.
 */
export const startSealing = async (
  { database, now }: Pick<SqliteContext, 'database' | 'now'>,
  attestor: Attestor,
): Promise<void> => {
  const { connection } = database;
  const plan = () => {
    const state = readChain(connection);
    if (!state) return undefined;
    refuseWithoutKey(state, attestor);
    const isBehind = state.head !== undefined && state.head.position !== state.tail.position;
    return isBehind ? undefined : planSeal(state, attestor, now());
  };
  if (!(await database.read(plan))) return;
  await database.write(() => {
    const planned = plan();
    if (planned) writeMarks(connection, planned.marks);
  });
};
