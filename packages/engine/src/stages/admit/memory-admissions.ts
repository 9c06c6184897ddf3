import { MemoryTokens } from '../consent/memory-tokens.ts';
import type { MemoryToken } from '../consent/memory-tokens.ts';
import type { ConfirmationRequest } from '../consent/tokens.ts';
import { MemoryQuotas, nameOf } from '../meter/memory-quotas.ts';
import type { Standing } from '../meter/quotas.ts';
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

const defaultMost = 10_000;
const hourMs = 60 * 60 * 1000;

/** Creates state within this process. Nothing here waits, so each operation is one transaction by itself. */
export const createMemoryState = (options: MemoryStateOptions = {}): MemoryState => {
  const { now = Date.now, most = defaultMost, append } = options;
  const transaction = {};
  const claims = new MemoryClaims(now, options.mostOutcomes ?? most);
  const quotas = new MemoryQuotas(now, most);
  const tokens = new MemoryTokens(transaction, now, options.mostTokens ?? most);

  const judgeQuotas = (requests: AdmissionRequest['quotas']): NotAdmitted | readonly Standing[] => {
    const standings: Standing[] = [];
    for (const [quota, request] of requests.entries()) {
      const others = requests.slice(0, quota).filter((other) => nameOf(other) === nameOf(request)).length;
      const standing = quotas.judge(request, others);
      if (standing.over === 'stop') return { state: 'stopped', quota, standing };
      standings.push(standing);
    }
    return standings;
  };

  const judgeConfirmation = (
    request: ConfirmationRequest | undefined,
    standings: readonly Standing[],
  ): NotAdmitted | MemoryToken | undefined => {
    const isPaused = standings.some(({ over }) => over === 'pause');
    if (!isPaused && !request?.required) return undefined;
    const judged = request && tokens.judge(request, (claim) => claims.lostSince(claim));
    if (!judged) return { state: 'unconfirmed', standings };
    return 'token' in judged ? judged : { state: 'refused', refusal: judged, standings };
  };

  const admit = (request: AdmissionRequest): Admission => {
    const { claim, boundMs } = request;
    const key = claim && claims.find(claim);
    if (key) return { state: 'key', key };
    const standings = judgeQuotas(request.quotas);
    if ('state' in standings) return standings;
    // A call that takes a lost claim over may bring the confirmation that began it.
    const lost = claim && claims.lostUnder(claim);
    const takeBack = lost === undefined ? undefined : tokens.restoreLost(lost);
    const confirmed = judgeConfirmation(request.confirmation, standings);
    if (confirmed && 'state' in confirmed) {
      takeBack?.();
      return confirmed;
    }
    const reservations = request.quotas.map((quota, index) => ({
      ...(standings[index] as Standing),
      id: quotas.count(quota),
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
      for (const [index, { over }] of standings.entries()) {
        const quota = request.quotas[index];
        if (over === 'pause' && quota) quotas.grant(quota);
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
      admit: async (request) => admit(request),
      end: async (ending) => end(ending),
      owns: async (claim) => claims.owns(claim),
    },
  };
};
