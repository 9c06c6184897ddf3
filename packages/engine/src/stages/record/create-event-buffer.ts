import type { CallEvent, EventSink, PendingEvent } from './call-event.ts';
import type { EventBuffer, EventBufferCounts, EventBufferOptions } from './event-buffer.ts';
import { Ring } from './ring.ts';
import { scheduleWithTimers } from './schedule.ts';
import type { Schedule } from './schedule.ts';
import { WaitingAnswers } from './waiting-answers.ts';

/**
 * A buffer that delivers in the background, in batches, in order, one at a time, and again until it succeeds. Events
 * that arrive during a delivery are the next batch, so that many answers that wait for it cost one delivery.
 */
export const createEventBuffer = (sink: EventSink, options: EventBufferOptions = {}): EventBuffer =>
  new BackgroundBuffer(sink, options);

const flushBoundMs = 5000;
const defaultAnswerMs = 1000;

interface Waiter {
  readonly until: number;
  readonly done: () => void;
}

class BackgroundBuffer implements EventBuffer {
  readonly transaction?: object;
  readonly #sink: EventSink;
  readonly #schedule: Schedule;
  readonly #options: EventBufferOptions;
  readonly #queue: Ring<PendingEvent>;
  readonly #batch: number;
  readonly #waiters = new Set<Waiter>();
  readonly #answers: WaitingAnswers;
  /** Whether answers have waited without success, so that none waits until something is kept again. */
  #isSlow = false;
  #underWay: readonly CallEvent[] = [];
  #delivering = false;
  #closed = false;
  #retryMs = 0;
  #cancelWake: (() => void) | undefined;
  #wakesSoon = false;
  #pushed = 0;
  #delivered = 0;
  #dropped = 0;
  #droppedUnsaid = 0;
  #failedDeliveries = 0;

  constructor(sink: EventSink, options: EventBufferOptions) {
    this.#sink = sink;
    if (sink.transaction) this.transaction = sink.transaction;
    this.#options = options;
    this.#schedule = options.schedule ?? scheduleWithTimers;
    this.#queue = new Ring(options.capacity ?? 10_000);
    this.#batch = Math.max(1, options.batch ?? 500);
    this.#answers = new WaitingAnswers(this.#schedule, options.answerMs ?? defaultAnswerMs, () => {
      this.#isSlow = true;
    });
  }

  push(event: PendingEvent): void {
    this.#pushed += 1;
    if (this.#closed) return this.#drop();
    if (this.#queue.push(event)) this.#drop();
    if (this.#queue.length + this.#underWay.length > this.#queue.capacity) {
      this.#queue.shift();
      this.#drop();
    }
    if (this.#delivering || this.#retryMs > 0) return;
    if (this.#queue.length >= this.#batch) this.#wake(0);
    else if (!this.#cancelWake) this.#wake(this.#options.gatherMs ?? 50);
  }

  kept(): Promise<void> | undefined {
    const isWaitedFor = this.#sink.durable === true && !this.#closed && !this.#isSlow && this.#retryMs === 0;
    const until = this.#pushed;
    if (!isWaitedFor || this.#settled() >= until) return undefined;
    if (!this.#delivering) this.#wake(0);
    return this.#answers.wait(until);
  }

  async flush(boundMs = flushBoundMs): Promise<number> {
    const until = this.#pushed;
    if (!this.#closed && this.#settled() < until) {
      await new Promise<void>((resolve) => {
        const cancel = this.#schedule(() => waiter.done(), boundMs, true);
        const waiter: Waiter = {
          until,
          done: () => {
            this.#waiters.delete(waiter);
            cancel();
            resolve();
          },
        };
        this.#waiters.add(waiter);
        this.#deliver();
      });
    }
    return this.#waiting();
  }

  async close(boundMs = flushBoundMs): Promise<number> {
    const left = await this.flush(boundMs);
    this.#closed = true;
    this.#cancel();
    this.#answers.release();
    return left;
  }

  counts(): EventBufferCounts {
    return {
      waiting: this.#waiting(),
      delivered: this.#delivered,
      dropped: this.#dropped,
      failed_deliveries: this.#failedDeliveries,
    };
  }

  #waiting(): number {
    return this.#queue.length + this.#underWay.length;
  }

  #settled(): number {
    return this.#delivered + this.#dropped;
  }

  #drop(): void {
    this.#dropped += 1;
    this.#droppedUnsaid += 1;
  }

  /** Never delivers at once: whatever a sink does before its first await would be done inside a call. */
  #wake(delayMs: number): void {
    if (this.#wakesSoon) return;
    this.#cancel();
    this.#wakesSoon = delayMs === 0;
    this.#cancelWake = this.#schedule(() => this.#deliver(), delayMs);
  }

  #cancel(): void {
    this.#cancelWake?.();
    this.#cancelWake = undefined;
    this.#wakesSoon = false;
  }

  #deliver(): void {
    this.#cancel();
    if (this.#delivering || this.#closed) return;
    if (this.#underWay.length === 0) this.#underWay = this.#nextBatch();
    if (this.#underWay.length === 0) return;
    this.#delivering = true;
    void this.#attempt(this.#underWay).then(
      () => this.#succeeded(),
      (cause: unknown) => this.#failed(cause),
    );
  }

  #nextBatch(): readonly CallEvent[] {
    const events: CallEvent[] = [];
    for (const pending of this.#queue.take(this.#batch)) {
      try {
        events.push(pending());
      } catch {
        this.#drop();
      }
    }
    const [first, ...others] = events;
    if (!first || this.#droppedUnsaid === 0) return events;
    const lost = this.#droppedUnsaid;
    this.#droppedUnsaid = 0;
    return [{ ...first, data: { ...first.data, lost } }, ...others];
  }

  /** One delivery against the clock: a sink that never answers must not hold the others up forever. */
  #attempt(events: readonly CallEvent[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => reject(new Error('The event sink took too long'));
      const cancel = this.#schedule(late, this.#options.deliveryMs ?? 30_000);
      const deliver = async (): Promise<void> => this.#sink.deliver(events);
      void deliver().then(resolve, reject).finally(cancel);
    });
  }

  #succeeded(): void {
    this.#delivered += this.#underWay.length;
    this.#underWay = [];
    this.#delivering = false;
    this.#retryMs = 0;
    this.#isSlow = false;
    this.#answers.release(this.#settled());
    for (const waiter of this.#waiters) if (this.#settled() >= waiter.until) waiter.done();
    if (this.#queue.length === 0) return;
    const soon = this.#waiters.size > 0 || this.#answers.length > 0 || this.#queue.length >= this.#batch;
    this.#wake(soon ? 0 : (this.#options.gatherMs ?? 50));
  }

  #failed(cause: unknown): void {
    this.#failedDeliveries += 1;
    this.#delivering = false;
    this.#answers.release();
    const longest = this.#options.longestRetryMs ?? 30_000;
    this.#retryMs = this.#retryMs === 0 ? (this.#options.retryMs ?? 250) : Math.min(this.#retryMs * 2, longest);
    try {
      this.#options.onFailedDelivery?.(cause);
    } catch {
      // The operator's log is broken too; the counts still show it.
    }
    if (!this.#closed) this.#wake(this.#retryMs);
  }
}
