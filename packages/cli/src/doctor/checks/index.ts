import type { Check } from '../check.ts';
import { clientsCheck } from './clients.ts';
import { configurationCheck } from './configuration.ts';
import { gitCheck } from './git.ts';
import { nodeCheck } from './node.ts';
import { portCheck } from './port.ts';
import { stageCheck } from './stage.ts';
import { storeCheck } from './store.ts';

/** Everything that the doctor looks at, in the order in which it is told. */
export const checks: readonly Check[] = [
  nodeCheck,
  configurationCheck,
  storeCheck,
  portCheck,
  gitCheck,
  stageCheck,
  clientsCheck,
];
