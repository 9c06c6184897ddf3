import { quietly } from '@recourse/contract/quietly';
import { keepCallContext, reportStrayError } from '@recourse/engine/front-door';

type OnError = (error: Error) => void;

const watchers = new Set<OnError>();

/**
 * Keeps the process alive while a door is open, whatever a handler leaves behind: a throw in a timer or in an abort
 * listener, the rejection of a promise without a handler. Each is logged with the id of its call if that is known,
 * else written to stderr. The returned function ends the watch; without a door, Node decides as it always does.
 */
export const watchStrayErrors = (onError: OnError): (() => void) => {
  const dropContext = keepCallContext();
  // Two doors may share a function.
  const watcher: OnError = (error) => onError(error);
  if (watchers.size === 0) {
    process.on('uncaughtException', take);
    process.on('unhandledRejection', take);
  }
  watchers.add(watcher);
  return () => {
    dropContext();
    if (!watchers.delete(watcher) || watchers.size > 0) return;
    process.off('uncaughtException', take);
    process.off('unhandledRejection', take);
  };
};

const take = (thrown: unknown): void => {
  const { logged, ...stray } = reportStrayError(thrown);
  const { correlation_id, tool, cause } = stray;
  const from = tool === undefined ? 'code outside any call' : `the handler of '${tool}' (${correlation_id})`;
  const error = new Error(`An error escaped from ${from}: ${cause.name}`);
  for (const watcher of watchers) quietly(() => watcher(error));
  if (logged) return;
  const line = { ts: new Date().toISOString(), level: 'error', event: 'stray_error', ...stray };
  quietly(() => process.stderr.write(`${JSON.stringify(line)}\n`));
};
