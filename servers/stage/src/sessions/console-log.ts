import type { Protocol } from 'devtools-protocol';
import { replaceHidden } from '@recourse/contract/hidden-characters';
import type { CdpSession } from '../cdp/connection.ts';

/** A line that a page or the main process wrote to its console. */
export interface ConsoleEntry {
  /** Grows with every entry of the session. */
  readonly number: number;
  readonly source: 'page' | 'main';
  readonly surface_id?: string;
  readonly type: string;
  readonly text: string;
  readonly at: string;
}

const mostEntries = 1000;
const mostCharacters = 2000;

/** The last lines of the consoles of a session. */
export class ConsoleLog {
  readonly #entries: ConsoleEntry[] = [];
  /** When each console last wrote, as the app tells the time. */
  readonly #written = new Map<string, number>();
  #last = 0;

  /** How many entries were dropped because there were too many. */
  get dropped(): number {
    return this.#last - this.#entries.length;
  }

  /** The entries after a number, oldest first. */
  after(number: number): readonly ConsoleEntry[] {
    return this.#entries.filter((entry) => entry.number > number);
  }

  /** Records the console of a page, or of the main process. A new connection tells the old entries again. */
  async follow(session: CdpSession, source: ConsoleEntry['source'], surfaceId?: string): Promise<void> {
    const console = surfaceId ?? source;
    const known = this.#written.get(console) ?? 0;
    const add = (type: string, text: string, timestamp: number): void => {
      if (timestamp <= known) return;
      this.#written.set(console, Math.max(timestamp, this.#written.get(console) ?? 0));
      this.#add({ source, type, text, surfaceId });
    };
    session.on('Runtime.consoleAPICalled', ({ type, args, timestamp }) =>
      add(type, args.map(textOf).join(' '), timestamp),
    );
    session.on('Runtime.exceptionThrown', ({ timestamp, exceptionDetails: { exception, text } }) =>
      add('exception', exception?.description ?? text, timestamp),
    );
    if (source === 'page') {
      session.on('Log.entryAdded', ({ entry }) => add(entry.level, entry.text, entry.timestamp));
      await session.send('Log.enable').catch(() => undefined);
    }
    // A target that ends in this moment has no console any more.
    await session.send('Runtime.enable').catch(() => undefined);
  }

  #add({
    source,
    type,
    text,
    surfaceId,
  }: {
    source: ConsoleEntry['source'];
    type: string;
    text: string;
    surfaceId: string | undefined;
  }): void {
    this.#last += 1;
    this.#entries.push({
      number: this.#last,
      source,
      ...(surfaceId !== undefined && { surface_id: surfaceId }),
      type,
      text: replaceHidden(text, ' ').slice(0, mostCharacters),
      at: new Date().toISOString(),
    });
    if (this.#entries.length > mostEntries) this.#entries.shift();
  }
}

const textOf = ({ value, description, unserializableValue, type }: Protocol.Runtime.RemoteObject): string => {
  if (typeof value === 'string') return value;
  return unserializableValue ?? description ?? (value === undefined ? type : JSON.stringify(value));
};
