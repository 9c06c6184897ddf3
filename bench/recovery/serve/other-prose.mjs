/**
 * The same facts in the words of other servers: those written in Python with FastMCP and httpx, of which there are many.
 * The agent that reads sentences was not written for these. A sentence does not repeat the facts of a header.
 *
 * @type {(kind: string, tool: string, args: any, facts: import('./prose.mjs').Facts) => import('./prose.mjs').Said}
 */
export const sayOtherwise = (kind, tool, _, { outcomes, text }) => {
  if (kind === 'partial') {
    const done = outcomes.filter((/** @type {any} */ { failed }) => failed === undefined).length;
    return { text: `Imported ${done} of ${outcomes.length} tickets.`, isError: false };
  }
  return { text: `Error calling tool '${tool}': ${text ?? wordsOf(kind)}`, isError: true };
};

/** @type {() => import('./prose.mjs').Said} */
export const askOtherwise = () => ({
  text: 'Deletion requires explicit confirmation. Set confirm=True to proceed.',
  isError: false,
});

/** @type {(kind: string) => string} */
const wordsOf = (kind) => {
  // A time-out of httpx has no text of its own.
  if (kind === 'timeout') return '';
  if (kind === 'bug') return "'NoneType' object has no attribute 'id'";
  const [status, reason] = statuses[kind];
  const whose = status < 500 ? 'Client error' : 'Server error';
  const more = `For more information check: https://developer.mozilla.org/en-US/docs/Web/HTTP/Status/${status}`;
  return `${whose} '${status} ${reason}' for url 'https://office.test/api'\n${more}`;
};

/** @type {Readonly<Record<string, readonly [number, string]>>} */
const statuses = {
  busy: [503, 'Service Unavailable'],
  broken: [502, 'Bad Gateway'],
  down: [503, 'Service Unavailable'],
  limited: [429, 'Too Many Requests'],
  denied: [403, 'Forbidden'],
  missing: [404, 'Not Found'],
  stale: [409, 'Conflict'],
  state: [409, 'Conflict'],
};
