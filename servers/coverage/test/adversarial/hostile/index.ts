import { hostileTable } from '../case.ts';
import type { HostileCase } from '../case.ts';
import { configs } from '../projects/configs.ts';
import { profiles } from '../projects/profiles.ts';
import { everywhere } from './everywhere.ts';
import { fields } from './fields.ts';
import { runners } from './runners.ts';
import { scenarios } from './scenarios.ts';

export const hostile: readonly HostileCase[] = [
  ...scenarios,
  ...everywhere,
  ...runners,
  ...fields,
  ...hostileTable(
    { class: 'hostile-policy', project: 'agent' },
    Object.keys(configs).map((configPath) => ['OP_CONFIG_INVALID', { configPath }]),
  ),
  ...hostileTable(
    { class: 'hostile-profile', project: 'agent', tool: 'debt' },
    Object.keys(profiles).map((profile) => ['OP_PROFILE_INVALID', { profile }]),
  ),
];
