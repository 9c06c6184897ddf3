import { context7 } from './servers/context7.mjs';
import { everything } from './servers/everything.mjs';
import { filesystem } from './servers/filesystem.mjs';
import { memory } from './servers/memory.mjs';
import { sqlite } from './servers/sqlite.mjs';

/** Every server: its world, how it is started, what of it writes, a good call of each tool, and bad ones. */
export const servers = [everything, filesystem, memory, sqlite, context7];

/** A call as it is sent: some arguments depend on where the world is. */
export const callOf = (server, { tool, arguments: args }, world) => ({
  name: tool,
  arguments: server.arguments?.(args, world) ?? args,
});

/** The bad calls of a server, one after the other in one world; those that need a world of their own apart. */
export const groupsOf = ({ badly }) => [
  { cases: badly.filter(({ before }) => !before) },
  ...badly.filter(({ before }) => before).map((bad) => ({ before: bad.before, cases: [bad] })),
];
