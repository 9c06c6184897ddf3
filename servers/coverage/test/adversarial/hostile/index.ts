import { hostileTable } from '../case.ts';
import type { HostileCase } from '../case.ts';
import { configs } from '../projects/configs.ts';
import { profiles } from '../projects/profiles.ts';
import { everywhere } from './everywhere.ts';
import { fakes } from './fake-profiles.ts';
import { fields } from './fields.ts';
import { gitFiles } from './git-files.ts';
import { loadingValues } from './loading-values.ts';
import { nearValues } from './near-values.ts';
import { runners } from './runners.ts';
import { scenarios } from './scenarios.ts';
import { scopeFirst } from './scope.ts';

/** Well-formed profiles without data: they get no verdict and do not pass. */
const empty: ReadonlySet<string> = new Set(['bad/line-zero.info', 'bad/empty.info', 'bad/blank.info']);
const codeOf = (profile: string): string => (empty.has(profile) ? 'OP_NOTHING_MEASURED' : 'OP_PROFILE_INVALID');

export const hostile: readonly HostileCase[] = [
  ...scenarios,
  ...everywhere,
  ...runners,
  ...loadingValues,
  ...nearValues,
  ...fields,
  ...scopeFirst,
  ...gitFiles,
  ...fakes,
  ...hostileTable(
    { class: 'hostile-policy', project: 'agent' },
    Object.keys(configs).map((configPath) => ['OP_CONFIG_INVALID', { configPath }]),
  ),
  ...hostileTable(
    { class: 'hostile-profile', project: 'agent', tool: 'debt' },
    Object.keys(profiles).map((profile) => [codeOf(profile), { profile }]),
  ),
];
