import type { NextAction } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import type { Intent } from '../keys/intents.ts';
import type { Looked } from '../strategies/strategy.ts';
import { isDisconnected } from './answer.ts';
import type { Episode } from './episode.ts';
import { lookedAt } from './look.ts';
import type { Wire } from './wire.ts';

/** Makes the calls that failures name, within the budget of the original call. The caller decides which are allowed. */
export class NextActions {
  private readonly made = new Set<string>();
  private readonly episode: Episode;
  private readonly wire: Wire;

  constructor(episode: Episode, wire: Wire) {
    this.episode = episode;
    this.wire = wire;
  }

  /** Makes a call; undefined if the budget has none left. */
  async make(action: NextAction): Promise<Looked | undefined> {
    const { episode, wire } = this;
    if (episode.callsLeft < 1 || episode.msLeft <= 0 || episode.isCancelled) return undefined;
    const { tool, arguments: args, why } = action;
    this.made.add(textOf(action));
    episode.note({ kind: 'look', tool, why: why === '' ? 'the failure suggests it' : why });
    const reads = await wire.isRead(tool, episode.msLeft);
    const request = { name: tool, arguments: args };
    const before = episode.last;
    let intent: Intent | undefined;
    try {
      intent = reads || !wire.announced ? undefined : await episode.beginIntent(request);
    } catch {
      // A call whose key cannot be stored is not sent.
      return unsent(false);
    }
    if (intent?.history === 'expired') return unsent(true);
    const wasOpen = intent?.history === 'open';
    const answer = await episode.send(request, { key: intent?.key, inDoubt: wasOpen });
    // The caller gets the answer to the call itself; a lost connection affects both.
    if (!isDisconnected(answer)) episode.last = before;
    const reading = await episode.read(answer, tool);
    const looked = await lookedAt(answer, reading, { reads, dialect: wire.dialect });
    const inDoubt = looked.inDoubt || (wasOpen && !looked.ok);
    await (inDoubt ? intent?.leaveOpen() : intent?.settle())?.catch(() => undefined);
    return { ...looked, inDoubt };
  }

  hasMade(action: NextAction): boolean {
    return this.made.has(textOf(action));
  }
}

const unsent = (inDoubt: boolean): Looked => ({ ok: false, inDoubt, content: [], value: undefined });

const textOf = ({ tool, arguments: args }: NextAction): string => canonical([tool, args]);
