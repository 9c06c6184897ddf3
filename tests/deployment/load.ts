import type { RawClient, Result } from './raw-client.ts';

/** The answers that clients got about lines that they wanted written. */
export interface Told {
  /** Succeeded: written exactly once. */
  readonly written: Set<string>;
  /** Cancelled: written at most once. */
  readonly cancelled: Set<string>;
  /** Anything else that happened. */
  readonly failed: string[];
}

type Lane = (client: RawClient, line: string, told: Told) => Promise<void>;

const isSuccess = (result: Result): boolean => result['resultType'] === 'complete' && result['isError'] !== true;
const accept = (content: object) => ({ action: 'accept', content });

/** Answers the question of a call, whichever process gets the answer. */
const answered = async (client: RawClient, tool: string, line: string, inputResponses: object): Promise<Result> => {
  const asked = await client.call(tool, line);
  if (asked['resultType'] !== 'input_required') return asked;
  return client.call(tool, line, { requestState: asked['requestState'], inputResponses });
};

const lanes: Readonly<Record<string, Lane>> = {
  confirmation: async (client, line, told) => {
    const result = await answered(client, 'burn', line, { recourse_confirm: accept({ confirm: true }) });
    if (isSuccess(result)) told.written.add(line);
    else told.failed.push(`${line}: ${JSON.stringify(result)}`);
  },
  elicitation: async (client, line, told) => {
    const result = await answered(client, 'paint', line, { color: accept({ color: 'red' }) });
    if (isSuccess(result)) told.written.add(line);
    else told.failed.push(`${line}: ${JSON.stringify(result)}`);
  },
  task: async (client, line, told) => {
    const task = await client.call('slow', line);
    const { status, result } = await client.settled(task['taskId']);
    if (status === 'completed' && isSuccess(result as Result)) told.written.add(line);
    else told.failed.push(`${line}: ${String(status)} ${JSON.stringify(result)}`);
  },
  cancellation: async (client, line, told) => {
    const { taskId } = await client.call('slow', line);
    await client.ask('tasks/cancel', { taskId });
    const { status, result } = await client.settled(taskId);
    if (status === 'cancelled') told.cancelled.add(line);
    else if (status === 'completed' && isSuccess(result as Result)) told.written.add(line);
    else told.failed.push(`${line}: ${String(status)} ${JSON.stringify(result)}`);
  },
};

/** Keeps every lane busy until it is told to stop, and returns what the clients were told. */
export const startLoad = (client: RawClient, width: number) => {
  const told: Told = { written: new Set(), cancelled: new Set(), failed: [] };
  const stopping = new AbortController();
  let last = 0;
  const work = async (name: string, lane: Lane): Promise<void> => {
    while (!stopping.signal.aborted) {
      const line = `${name} ${(last += 1)}`;
      await lane(client, line, told).catch((error: unknown) => told.failed.push(`${line}: ${String(error)}`));
    }
  };
  const running = Object.entries(lanes).flatMap(([name, lane]) =>
    Array.from({ length: width }, () => work(name, lane)),
  );
  return {
    told,
    stop: async (): Promise<Told> => {
      stopping.abort();
      await Promise.all(running);
      return told;
    },
  };
};
