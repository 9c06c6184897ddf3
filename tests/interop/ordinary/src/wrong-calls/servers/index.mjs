import { context7Calls } from './context7.mjs';
import { everythingCalls } from './everything.mjs';
import { filesystemCalls } from './filesystem.mjs';
import { gitCalls } from './git.mjs';
import { memoryCalls } from './memory.mjs';
import { sqliteCalls } from './sqlite.mjs';
import { unconnected } from './unconnected.mjs';

/** The wrong calls of every server. */
export const wrongCalls = [everythingCalls, filesystemCalls, memoryCalls, sqliteCalls, context7Calls, gitCalls, ...unconnected]; // prettier-ignore
