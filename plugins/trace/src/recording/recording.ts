import { createHash } from 'node:crypto';
import type { ObservedCall, PluginStage } from '@recourse/stage-plugin';
import { pictureOf, writeFile, writeTrace } from '../artifact/trace-files.ts';
import type { Footer, Header, Step, Trace } from '../artifact/step.ts';
import { KnownElements } from './known-elements.ts';
import { toStep } from './to-step.ts';

export interface RecordingOptions {
  readonly header: Header;
  readonly stage: PluginStage;
  readonly maxRecords: number;
  readonly redact: readonly string[];
  readonly withPictures: boolean;
}

/** Tools that only read. Their successes look like the step before. */
const reads =
  /_(?:status|info|doctor|discover_running|.*_list|snapshot|find|exists|peek|get_.*|focused_element|console_logs|screenshot|plugins|stop|force_kill|detach)$/u;
const stepsPerWrite = 20;
const mostPictures = 300;

/** A recording that runs. Calls are kept in memory, and written as they come and at the end. */
export class Recording {
  readonly #options: RecordingOptions;
  readonly #known = new KnownElements();
  readonly #steps: Step[] = [];
  readonly #pictures = new Map<string, string>();
  #dropped = 0;
  #tokens = 0;
  #lastSession: string | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(options: RecordingOptions) {
    this.#options = options;
  }

  get header(): Header {
    return this.#options.header;
  }

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** The tokens of all answers, of those that were dropped as well. */
  get tokens(): number {
    return this.#tokens;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Takes a call that has ended, and its picture. Calls of this plugin are left out. */
  async observe(call: ObservedCall): Promise<void> {
    if (this.#ended || call.tool.startsWith('trace_')) return;
    const { maxRecords, redact, withPictures } = this.#options;
    const element = this.#known.find(call.arguments['ref']);
    this.#known.learn(call.answer);
    const step = toStep(call, {
      seq: this.#steps.length + this.#dropped + 1,
      element: element ?? this.#known.find(call.arguments['ref']),
      redact,
    });
    this.#tokens += step.tokens;
    const opened = call.answer['session_id'];
    this.#lastSession = call.sessionId ?? (typeof opened === 'string' ? opened : this.#lastSession);
    if (this.#steps.length >= maxRecords) {
      this.#dropped += 1;
      return;
    }
    const index = this.#steps.push(step) - 1;
    const session = this.#lastSession;
    if (withPictures && (!step.ok || !reads.test(step.tool))) this.#enqueue(() => this.#photograph(index, session));
    if (this.#steps.length % stepsPerWrite === 0) this.#enqueue(() => this.save());
    await this.#work;
  }

  /** Ends the recording and writes it. Returns the path. */
  async end(at: string): Promise<string> {
    this.#ended = true;
    await this.#work;
    const footer: Footer = {
      kind: 'end',
      ended_at: at,
      records: this.#steps.length,
      dropped: this.#dropped,
      tokens: this.#tokens,
    };
    return writeTrace(this.#options.stage.files, { ...this.#trace(), footer });
  }

  /** Writes the calls so far, so that a crash loses little. */
  async save(): Promise<void> {
    await writeTrace(this.#options.stage.files, this.#trace());
  }

  #trace(): Trace {
    return { header: this.header, steps: this.#steps, footer: undefined };
  }

  #enqueue(work: () => Promise<void>): void {
    // A picture that fails must not end the recording: the app may be gone, or hang.
    this.#work = this.#work.then(work).catch(() => undefined);
  }

  /** Takes a picture of the session after a step. Equal pictures share one file. */
  async #photograph(index: number, session: string | undefined): Promise<void> {
    const { stage, header } = this.#options;
    const sessions = await stage.sessions();
    const shown = sessions.find(({ id }) => id === session) ?? (sessions.length === 1 ? sessions[0] : undefined);
    if (!shown || shown.surfaceId === undefined) return;
    const { data } = await shown.picture();
    const hash = createHash('sha256').update(data).digest('hex');
    let file = this.#pictures.get(hash);
    if (file === undefined) {
      if (this.#pictures.size >= mostPictures) return;
      file = `${this.#pictures.size + 1}.png`;
      await writeFile(stage.files, pictureOf(header.name, file), data);
      this.#pictures.set(hash, file);
    }
    const step = this.#steps[index];
    if (step) this.#steps[index] = { ...step, picture: file };
  }
}
