import type { Command } from '../command.ts';
import { coverageCommand } from '../coverage/coverage-command.ts';
import { coverageVerbs } from '../coverage/options.ts';
import { lintCommand } from '../lint/lint-command.ts';
import { approvalsApproveCommand } from './approvals-approve.ts';
import { approvalsDenyCommand } from './approvals-deny.ts';
import { approvalsListCommand } from './approvals-list.ts';
import { approvalsShowCommand } from './approvals-show.ts';
import { aqlCheckCommand } from './aql-check.ts';
import { aqlGenerateCommand } from './aql-generate.ts';
import { callCommand } from './call.ts';
import { codesCheckCommand } from './codes-check.ts';
import { codesDiffCommand } from './codes-diff.ts';
import { codesLockCommand } from './codes-lock.ts';
import { codesCommand } from './codes.ts';
import { connectCommand } from './connect.ts';
import { docsCommand } from './docs.ts';
import { doctorCommand } from './doctor.ts';
import { eventsCommand } from './events.ts';
import { explainCommand } from './explain.ts';
import { forgeCommand } from './forge.ts';
import { serveCommand } from './serve.ts';
import { keysCreateCommand } from './keys-create.ts';
import { keysListCommand } from './keys-list.ts';
import { keysRevokeCommand } from './keys-revoke.ts';
import { quotasCommand } from './quotas.ts';
import { storeCheckCommand } from './store-check.ts';
import { storeMigrateCommand } from './store-migrate.ts';
import { tourCommand } from './tour.ts';

/** Every command, in the order in which the help lists them. */
export const commands: readonly Command[] = [
  serveCommand,
  callCommand,
  connectCommand,
  doctorCommand,
  explainCommand,
  codesCommand,
  codesCheckCommand,
  codesLockCommand,
  codesDiffCommand,
  lintCommand,
  aqlCheckCommand,
  aqlGenerateCommand,
  ...coverageVerbs.map(coverageCommand),
  docsCommand,
  forgeCommand,
  approvalsListCommand,
  approvalsShowCommand,
  approvalsApproveCommand,
  approvalsDenyCommand,
  keysCreateCommand,
  keysListCommand,
  keysRevokeCommand,
  eventsCommand,
  quotasCommand,
  storeMigrateCommand,
  storeCheckCommand,
  tourCommand,
];
