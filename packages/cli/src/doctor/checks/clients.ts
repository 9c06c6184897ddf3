import { existsSync } from 'node:fs';
import { findRecourseEntries } from '../../connect/recourse-entries.ts';
import type { ClientSettings, RecourseEntry } from '../../connect/recourse-entries.ts';
import { surroundingsOf } from '../../connect/surroundings.ts';
import { visible } from '../../terminal/visible.ts';
import type { Check, Finding } from '../check.ts';

export const clientsCheck: Check = {
  name: 'clients',
  run: async ({ io }) => {
    const found = await findRecourseEntries(surroundingsOf(io));
    const findings = found.flatMap((settings) => [
      ...problemOf(settings),
      ...settings.entries.map((entry) => judge(settings, entry)),
    ]);
    return findings.length > 0
      ? findings
      : [
          {
            verdict: 'fine',
            says: "no client has an entry for Recourse yet; 'recourse connect <client> <server>' adds one",
          },
        ];
  },
};

const problemOf = ({ client, problem }: ClientSettings): readonly Finding[] =>
  problem === undefined ? [] : [{ verdict: 'advice', says: `${client.title}: ${problem}`, todo: 'Correct the file.' }];

const judge = ({ client, scope }: ClientSettings, { name, serves, needs }: RecourseEntry): Finding => {
  const says = `${client.title} (${scope}): '${visible(name)}' serves ${visible(serves)}`;
  const gone = needs.find((file) => !existsSync(file));
  if (gone === undefined) return { verdict: 'fine', says };
  const again = `recourse connect ${client.name} ${serves} --scope ${scope} --name ${name}`;
  return {
    verdict: 'broken',
    says: `${says}, but ${visible(gone)} does not exist`,
    todo: gone === serves ? `${again} --remove` : `${again} --force`,
  };
};
