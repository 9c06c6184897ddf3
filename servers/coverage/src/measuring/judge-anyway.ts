import { runnerNames } from '../running/index.ts';
import type { FieldNames, FoundRunner } from '../running/index.ts';
import { Refused } from '../refused.ts';
import type { Toolbox } from '../toolbox.ts';
import { planTests } from './run-tests.ts';
import type { RunArguments } from './run-tests.ts';

/**
 * Judges what a caller says to a runner where none was found: what every runner refuses is refused first, so that a
 * hostile argument is told as what it is.
 */
export const judgeAnyway = async (toolbox: Toolbox, args: RunArguments, names: FieldNames = {}): Promise<void> => {
  const { tags, run, timeout, testArgs } = args;
  if ([tags, run, timeout, testArgs].every((value) => value === undefined)) return;
  let refusal: Refused | undefined;
  for (const name of runnerNames) {
    const refused = await planTests(toolbox, nobody(name), { tags, run, timeout, testArgs } as RunArguments, {
      names,
    }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (refused === undefined) return;
    if (!(refused instanceof Refused)) throw refused;
    refusal ??= refused;
  }
  if (refusal) throw refusal;
};

/** A runner that is only asked what it would allow. */
const nobody = (name: FoundRunner['name']): FoundRunner => ({
  name,
  language: 'javascript',
  version: undefined,
  command: process.execPath,
  base: [],
  programFolders: [],
  environment: {},
});
