import { setTimeout as pause } from 'node:timers/promises';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { prepareApp } from './app.mjs';
import { startServer } from './mcp-client.mjs';

const choiceMs = 1_000;

/**
 * A server with the app, and a record of its answers. Servers that cannot start an app attach to one that the runner
 * starts.
 *
 * @typedef {Awaited<ReturnType<typeof openSession>>} Session
 * @param {any} driver
 * @param {Awaited<ReturnType<typeof import('./place.mjs').openPlace>>} place
 */
export const openSession = async (driver, place) => {
  const app = await prepareApp(place);
  const running = driver.launches ? undefined : await app.start(driver.port ?? 0);
  const { command, args, env = {} } = driver.server({ folder: place.folder, app, port: running?.port });
  const server = await startServer({ command, args, env: { ...place.env, ...env }, cwd: place.folder });
  // A client shows the model the list of tools, and the model takes longer than this to choose one.
  await server.listTools();
  await pause(choiceMs);
  const record = { calls: 0, tokens: 0, ms: 0, answers: [] };

  const call = async (tool, toolArguments = {}) => {
    const started = performance.now();
    const { isError, text } = await answerOf(server, tool, toolArguments);
    record.calls += 1;
    record.ms += performance.now() - started;
    record.tokens += countTokens(text);
    record.answers.push({ tool, arguments: toolArguments, text });
    return { ok: !isError && !(driver.isFailure?.(text) ?? false), text };
  };

  const made = driver.create(call, { app, port: running?.port });
  const launched = driver.launches ? await made.launch() : { ok: true, text: '' };
  if (!launched.ok) throw new Error(`${driver.name} has not started the app: ${launched.text}`);
  return {
    app,
    server,
    driver: made,
    record,
    /** Begins a new record, and returns the one so far. */
    cut: () => {
      const past = { ...record };
      Object.assign(record, { calls: 0, tokens: 0, ms: 0, answers: [] });
      return past;
    },
    shown: (text) => {
      const escaped = JSON.stringify(text).slice(1, -1);
      return record.answers.some((answer) => answer.text.includes(text) || answer.text.includes(escaped));
    },
    close: async () => {
      if (driver.launches) await made.stop().catch(() => undefined);
      await server.close();
      await running?.close();
    },
  };
};

const answerOf = async (server, tool, toolArguments) => {
  try {
    const { isError = false, content = [] } = await server.call(tool, toolArguments);
    const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    return { isError, text };
  } catch (error) {
    return { isError: true, text: error.message };
  }
};
