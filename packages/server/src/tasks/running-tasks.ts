import type { Server } from '@recourse/engine';
import type { StoredTask, TaskScope } from '@recourse/engine/sharing';
import type { Cancelling } from '../call/cancelling.ts';
import { stateOf } from './task-state.ts';

interface RunningTask {
  readonly scope: TaskScope;
  readonly place: Cancelling;
  /** Called when the task may have changed. */
  readonly onChanged: Set<() => void>;
}

/** A signal may find the store unavailable for a moment. This finds what such a look has missed. */
const lookEveryMs = 5000;

/** The tasks that run in this process. Other processes change them in the store, and signal it. */
export class RunningTasks {
  readonly #server: Server;
  readonly #tasks = new Map<string, RunningTask>();
  #listening: Promise<() => void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Resolves when signals arrive. A task must not begin before that: its client could cancel it at once. */
  async listen(): Promise<void> {
    const { signals } = this.#server.sharing;
    this.#listening ??= signals.listen(this.#topic, {
      onSignal: (id) => this.#look(id),
      onMissed: () => this.#lookAtAll(),
    });
    try {
      await this.#listening;
    } catch (error) {
      this.#listening = undefined;
      throw error;
    }
  }

  /** Tells the process that runs a task, whichever it is, that the task has changed. */
  async signal(id: string): Promise<void> {
    await this.#server.sharing.signals.send(this.#topic, id);
  }

  add({ id }: StoredTask, scope: TaskScope, place: Cancelling): void {
    this.#tasks.set(id, { scope, place, onChanged: new Set() });
    this.#timer ??= setInterval(() => this.#lookAtAll(), lookEveryMs).unref();
  }

  remove(id: string): void {
    this.#tasks.delete(id);
    if (this.#tasks.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Calls a function whenever a task may have changed, until the returned function is called. */
  watch(id: string, listener: () => void): () => void {
    const running = this.#tasks.get(id);
    running?.onChanged.add(listener);
    return () => void running?.onChanged.delete(listener);
  }

  get #topic(): string {
    return `tasks ${this.#server.name}`;
  }

  #lookAtAll(): void {
    for (const id of this.#tasks.keys()) this.#look(id);
  }

  /** Reads a task that runs here: its client may have cancelled it or answered. */
  #look(id: string): void {
    const running = this.#tasks.get(id);
    if (!running) return;
    for (const listener of running.onChanged) listener();
    this.#cancelIfTold(id, running).catch(() => undefined);
  }

  async #cancelIfTold(id: string, { scope, place }: RunningTask): Promise<void> {
    const task = await this.#server.sharing.tasks?.find(scope, id);
    if (task && stateOf(task).cancelled) place.cancel();
  }
}
