import { devNull } from 'node:os';

/** The most memory of a plugin's heap. */
const mostMegabytes = 256;

const hasStableFlag = Number(process.versions.node.split('.')[0]) >= 24;

/**
 * The flags that start Node with its permission model: the folders can be read, and nothing can be written, no process
 * or worker started and no addon loaded. Node 20 does not restrict the network.
 */
export const permissionFlags = (readable: readonly string[]): readonly string[] => [
  hasStableFlag ? '--permission' : '--experimental-permission',
  '--disable-warning=ExperimentalWarning',
  `--max-old-space-size=${mostMegabytes}`,
  // `eval` and `new Function` throw. Other ways of running text, such as `node:vm`, have the same permissions.
  '--disallow-code-generation-from-strings',
  // V8 has flags that write files, such as `--trace-turbo-cfg-file`. A process that changes a flag now is aborted.
  '--freeze-flags-after-init',
  // Two files that Node writes without asking for permission: a trace of its events, and a snapshot of a full heap.
  `--trace-event-file-pattern=${devNull}`,
  `--diagnostic-dir=${devNull}`,
  // Node 20 aborts when a folder is named twice.
  ...[...new Set(readable)].map((folder) => `--allow-fs-read=${folder}/*`),
];
