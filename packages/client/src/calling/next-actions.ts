import type { NextAction } from '@recourse/contract';
import { canonical } from '../canonical.ts';
import type { Looked } from '../strategies/strategy.ts';
import { isDisconnected } from './answer.ts';
import type { Episode } from './episode.ts';
import { lookedAt } from './look.ts';
import type { Wire } from './wire.ts';

/** The calls that failures name, made on the budget of the caller's own call. Whether one may be is not decided here. */
export class NextActions {
  private readonly made = new Set<string>();
  private readonly episode: Episode;
  private readonly wire: Wire;

  constructor(episode: Episode, wire: Wire) {
    this.episode = episode;
    this.wire = wire;
  }

  /** Makes a call; undefined where the budget has none left. */
  async make(action: NextAction): Promise<Looked | undefined> {
    const { episode, wire } = this;
    if (episode.callsLeft < 1 || episode.msLeft <= 0 || episode.isCancelled) return undefined;
    const { tool, arguments: args, why } = action;
    this.made.add(textOf(action));
    episode.note({ kind: 'look', tool, why: why === '' ? 'the failure names it' : why });
    const reads = await wire.isRead(tool, episode.msLeft);
    const request = { name: tool, arguments: args };
    const before = episode.last;
    const intent = reads || !wire.announced ? undefined : await episode.beginIntent(request);
    const answer = await episode.send(request, intent?.key);
    // The answer of the call itself is what the caller is given; a connection that is gone is gone for both.
    if (!isDisconnected(answer)) episode.last = before;
    const reading = await episode.read(answer, tool);
    const looked = await lookedAt(answer, reading, { reads, dialect: wire.dialect });
    await (looked.inDoubt ? intent?.leaveOpen() : intent?.settle());
    return looked;
  }

  hasMade(action: NextAction): boolean {
    return this.made.has(textOf(action));
  }
}

const textOf = ({ tool, arguments: args }: NextAction): string => canonical([tool, args]);
