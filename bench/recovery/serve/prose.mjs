/**
 * The sentences of the plain serving, in the form in which named servers really say such things; `ORIGINS.md` has the
 * source of each. A tool speaks like one server, as tools do: tickets like GitHub's, invoices like `mcp-sqlite` and the
 * older GitHub server in TypeScript, files like `server-filesystem`.
 *
 * @typedef {{ text: string, isError: boolean }} Said
 * @typedef {Readonly<Record<string, any>>} Facts
 */

/** @type {(tool: string) => 'tickets' | 'invoices' | 'files'} */
const partOf = (tool) =>
  /ticket/.test(tool) ? 'tickets' : /invoice|payment|customer/.test(tool) ? 'invoices' : 'files';

/** @type {(kind: string, tool: string, args: any, facts: Facts) => Said} */
export const say = (kind, tool, args, facts) => {
  const text = sentences[partOf(tool)][kind](tool, args, facts);
  return { text: facts.text === undefined ? text : `${text}: ${facts.text}`, isError: kind !== 'partial' };
};

/** @type {(tool: string, args: any) => Said} */
export const askForConfirm = (tool, args) =>
  partOf(tool) === 'files'
    ? { text: 'this is a destructive operation. Set confirm=true to proceed', isError: true }
    : {
        text: `Safety confirmation required. Set confirm=true to proceed with ${subjectOf(tool, args)}.`,
        isError: false,
      };

/** @type {(tool: string, args: any) => string} */
const subjectOf = (tool, args) => `${tool.split('_')[0]} ${args.id ?? args.invoice ?? args.path}`;

/** @type {(tool: string, { id }: any, status: string) => string} */
const github = (tool, { id }, status) =>
  `failed to ${tool.replace('_', ' ')}: ${tool.startsWith('read') || tool.startsWith('list') ? 'GET' : 'POST'} https://tickets.test/tickets/${id ?? ''}: ${status}`;
/** @type {(tool: string) => string} */
const doing = (tool) => (tool.startsWith('read') ? 'Error reading records' : 'Error creating record');
/** @type {(tool: string) => string} */
const syscall = (tool) => (tool.startsWith('stat') ? 'stat' : tool.startsWith('delete') ? 'unlink' : 'open');
/** @type {(ms: number) => string} */
const duration = (ms) => {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds}s` : `${Math.floor(seconds / 60)}m${String(seconds % 60).padStart(2, '0')}s`;
};
const iso = (/** @type {number} */ ms) => new Date(ms).toISOString();

/** @type {Readonly<Record<string, Readonly<Record<string, (tool: string, args: any, facts: Facts) => string>>>>} */
const sentences = {
  tickets: {
    busy: (tool, args) => github(tool, args, '502 Server Error []'),
    // GitHub's gateway says the same whether the request has reached anything or not.
    broken: (tool, args) => github(tool, args, '502 Server Error []'),
    down: (tool, args, { afterMs }) =>
      github(
        tool,
        args,
        `503 Service Unavailable${afterMs === undefined ? '' : ` (Retry-After: ${Math.ceil(afterMs / 1000)})`} []`,
      ),
    limited: (tool, args, { until, afterMs }) =>
      github(
        tool,
        args,
        `403 API rate limit of 60 still exceeded until ${iso(until)}, not making remote request. [rate reset in ${duration(afterMs)}]`,
      ),
    denied: (tool, args) => github(tool, args, '403 Resource not accessible by personal access token []'),
    timeout: (tool, args) => github(tool, args, 'context deadline exceeded'),
    bug: () => "Cannot read properties of undefined (reading 'id')",
    missing: (tool, args) => github(tool, args, '404 Not Found []'),
    stale: (tool, args, { sent }) => github(tool, args, `409 ticket does not match version ${sent} []`),
    state: (tool, args) => github(tool, args, '403 Unable to create comment because issue is locked. []'),
    partial: (tool, args, { outcomes }) => batchText(outcomes),
  },
  invoices: {
    busy: (tool) => `${doing(tool)}: SQLITE_BUSY: database is locked`,
    broken: () => 'fetch failed',
    down: (tool, args, { until }) =>
      until === undefined
        ? `${doing(tool)}: SQLITE_CANTOPEN: unable to open database file`
        : `GitHub API Error: Service Unavailable\nResets at: ${iso(until)}`.replace('GitHub ', ''),
    limited: (tool, args, { until }) => `Rate Limit Exceeded: Rate limit exceeded\nResets at: ${iso(until)}`,
    denied: (tool) =>
      tool.startsWith('read')
        ? 'Permission Denied: Insufficient permissions'
        : `${doing(tool)}: SQLITE_READONLY: attempt to write a readonly database`,
    timeout: () => 'fetch failed',
    bug: () => "Cannot read properties of undefined (reading 'status')",
    missing: (tool, args, { id }) => `${doing(tool)}: Invoice "${id}" does not exist`,
    state: (tool) => `${doing(tool)}: SQLITE_CONSTRAINT: CHECK constraint failed: status = 'open'`,
  },
  files: {
    busy: (tool, { path }) => `EBUSY: resource busy or locked, ${syscall(tool)} '${path}'`,
    broken: (tool, { path }) => `EIO: i/o error, ${syscall(tool)} '${path}'`,
    down: (tool, { path }, { afterMs }) =>
      afterMs === undefined
        ? `EIO: i/o error, ${syscall(tool)} '${path}'`
        : `Service unavailable, retry after ${Math.ceil(afterMs / 1000)} seconds`,
    limited: (tool, args, { afterMs }) =>
      `Rate limit exceeded. Please try again in ${Math.ceil(afterMs / 1000)} seconds.`,
    denied: (tool, { path }) => `Access denied - path outside allowed directories: ${path} not in /home`,
    timeout: (tool, { path }) => `ETIMEDOUT: connection timed out, ${syscall(tool)} '${path}'`,
    bug: () => "Cannot read properties of undefined (reading 'path')",
    missing: (tool, { path }) => `ENOENT: no such file or directory, ${syscall(tool)} '${path}'`,
    state: (tool, { path }) => `ENOENT: no such file or directory, ${syscall(tool)} '${path}'`,
  },
};

/** Like `read_multiple_files`: item by item, and no error at all. @param {readonly any[]} outcomes */
const batchText = (outcomes) =>
  outcomes
    .map(({ item, failed }) => {
      if (failed === undefined) return `${item.title}: created`;
      return `${item.title}: Error - ${failed === 'busy' ? 'EBUSY: resource busy or locked' : '422 Validation Failed'}`;
    })
    .join('\n---\n');
