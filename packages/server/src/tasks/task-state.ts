import type { Json, JsonObject, Subject } from '@recourse/contract';
import type { StoredTask } from '@recourse/engine/sharing';

type Status = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** The state of a task in the store. Everything else is a field of its row. */
export interface TaskState {
  readonly status: Status;
  /** The operation that runs, whether it can change anything, and the look that shows whether it did. */
  readonly operation: string;
  readonly writes: boolean;
  readonly keyed: boolean;
  /** The thing that the call is about, for the failure of a lost task. */
  readonly subject?: Subject;
  readonly next_actions?: readonly JsonObject[];
  readonly message?: string;
  /** The client asked for its end. */
  readonly cancelled?: true;
  /** The requests to the client that wait for an answer, and the answers that the handler has not taken yet. */
  readonly questions?: JsonObject;
  readonly answers?: JsonObject;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

/** The state of a stored task. Only this folder writes states. */
export const stateOf = ({ state }: StoredTask): TaskState => state as unknown as TaskState;

export const writeState = (state: TaskState): JsonObject => JSON.parse(JSON.stringify(state)) as JsonObject;

const pollIntervalMs = 1000;

/** A task as the answer to the call that created it. */
export const renderTask = (task: StoredTask): JsonObject => {
  const { status, message } = stateOf(task);
  return {
    taskId: task.id,
    status,
    ...(message !== undefined && { statusMessage: message }),
    createdAt: timestamp(task.created_at),
    lastUpdatedAt: timestamp(task.updated_at),
    ttlMs: task.ttlMs,
    pollIntervalMs,
  };
};

/** A task as the answer to `tasks/get`: with its questions, its result or its error. */
export const renderDetails = (task: StoredTask): JsonObject => {
  const { status, questions = {}, result, error } = stateOf(task);
  const details: Readonly<Record<Status, Readonly<Record<string, Json | undefined>>>> = {
    working: {},
    input_required: { inputRequests: questions },
    completed: { result },
    failed: { error },
    cancelled: {},
  };
  return { ...renderTask(task), ...details[status] };
};

const timestamp = (ms: number): string => new Date(ms).toISOString();
