import { MemoryTokens } from '../consent/memory-tokens.ts';
import type { MemoryToken } from '../consent/memory-tokens.ts';
import type { ConfirmationRequest } from '../consent/tokens.ts';
import { MemoryQuotas, nameOf } from '../meter/memory-quotas.ts';
import type { ReservationRequest, Standing } from '../meter/quotas.ts';
import type { CallEvent } from '../record/call-event.ts';
import { MemoryClaims, scopeOf } from '../replay/memory-claims.ts';
import { hadEffect } from './admissions.ts';
import type { Admission, AdmissionRequest, Admissions, Ended, Ending, NotAdmitted } from './admissions.ts';

export interface MemoryStateOptions {
  readonly now?: () => number;
  /** How many windows, and how many tokens and outcomes, are kept at most. */
  readonly most?: number;
  readonly mostTokens?: number;
  readonly mostOutcomes?: number;
  /** Appends events. Without it, they do not join the transactions. */
  readonly append?: (events: readonly CallEvent[]) => void;
}

/** The state of a server that ends with its process. */
export interface MemoryState {
  readonly admissions: Admissions;
  readonly tokens: MemoryTokens;
  readonly quotas: MemoryQuotas;
}

/** A quota of a call that is being admitted. */
interface Judged {
  readonly name: string;
  readonly request: ReservationRequest;
  readonly standing: Standing;
}

const defaultMost = 10_000;
const hourMs = 60 * 60 * 1000;

/** Creates state within this process. Nothing here waits, so each operation is one transaction by itself. */
export const createMemoryState = (options: MemoryStateOptions = {}): MemoryState => {
  const { now = Date.now, most = defaultMost, append } = options;
  const transaction = {};
  const claims = new MemoryClaims(now, options.mostOutcomes ?? most);
  const quotas = new MemoryQuotas(now, most);
  const tokens = new MemoryTokens(transaction, now, options.mostTokens ?? most);

  const judgeQuotas = (requests: AdmissionRequest['quotas']): NotAdmitted | readonly Judged[] => {
    const judged: Judged[] = [];
    for (const request of requests) {
      const name = nameOf(request);
      const others = judged.filter((other) => other.name === name).length;
      const standing = quotas.judge(name, request, others);
      if (standing.over === 'stop') return { state: 'stopped', quota: judged.length, standing };
      judged.push({ name, request, standing });
    }
    return judged;
  };

  const judgeConfirmation = (
    request: ConfirmationRequest | undefined,
    counted: readonly Judged[],
  ): NotAdmitted | MemoryToken | undefined => {
    const isPaused = counted.some(({ standing }) => standing.over === 'pause');
    if (!isPaused && !request?.required) return undefined;
    const standings = counted.map(({ standing }) => standing);
    const judged = request && tokens.judge(request, (claim) => claims.lostSince(claim));
    if (!judged) return { state: 'unconfirmed', standings };
    return 'token' in judged ? judged : { state: 'refused', refusal: judged, standings };
  };

  const admit = (request: AdmissionRequest): Admission => {
    const { claim, boundMs } = request;
    const key = claim && claims.find(claim);
    if (key) return { state: 'key', key };
    const counted = judgeQuotas(request.quotas);
    if ('state' in counted) return counted;
    // A call that takes a lost claim over may bring the confirmation that began it.
    const lost = claim && claims.lostUnder(claim);
    const takeBack = lost === undefined ? undefined : tokens.restoreLost(lost);
    const confirmed = judgeConfirmation(request.confirmation, counted);
    if (confirmed && 'state' in confirmed) {
      takeBack?.();
      return confirmed;
    }
    const reservations = counted.map(({ name, request: quota, standing: { current, over, resets_at } }) => ({
      current,
      over,
      resets_at,
      id: quotas.count(name, quota),
    }));
    const taken = claim
      ? claims.take({ scope: scopeOf(claim), digest: claim.digest, retentionMs: claim.retentionMs, boundMs })
      : confirmed &&
        claims.take({
          scope: `confirmation ${confirmed.token}`,
          digest: confirmed.digest,
          retentionMs: hourMs,
          boundMs,
        });
    if (confirmed && taken !== undefined) {
      tokens.consume(confirmed, taken);
      for (const { name, request: quota, standing } of counted) {
        if (standing.over === 'pause') quotas.grant(name, quota);
      }
    }
    return {
      state: 'admitted',
      ...(taken !== undefined && { claim: taken }),
      ...(confirmed && { confirmation: confirmed.token }),
      reservations,
      recorded: record(request.events),
    };
  };

  const end = ({ claim, confirmation, outcome, giveBack, events }: Ending): Ended => {
    for (const id of giveBack) quotas.giveBack(id);
    const isKept = hadEffect(outcome);
    const settled = claim === undefined || !isKept || claims.settle(claim, outcome);
    if (claim !== undefined && !isKept) claims.release(claim);
    const restored = !isKept && confirmation !== undefined && tokens.restore(confirmation, claim ?? '');
    return { settled, restored, recorded: record(events) };
  };

  const record = (events: readonly CallEvent[] = []): boolean => {
    if (append && events.length > 0) append(events);
    return append !== undefined;
  };

  return {
    tokens,
    quotas,
    admissions: {
      transaction,
      find: async (request) => claims.find(request),
      admit,
      end,
      owns: async (claim) => claims.owns(claim),
    },
  };
};
