import { hadEffect } from '@recourse/engine/store-ports';
import type {
  Admission,
  AdmissionRequest,
  Admissions,
  ClaimRequest,
  ConfirmationRequest,
  KnownKey,
  ReservationRequest,
  Standing,
  TokenRefusal,
} from '@recourse/engine/store-ports';
import { judgeClaim, lostSince } from '../decisions/judge-claim.ts';
import type { ReplayRow } from '../decisions/judge-claim.ts';
import { createWindowNames, judgeReservation } from '../decisions/judge-reservation.ts';
import type { WindowState } from '../decisions/judge-reservation.ts';
import { judgeToken, sufficesUnapproved } from '../decisions/judge-token.ts';
import type { TokenRow } from '../decisions/judge-token.ts';
import { parseToken } from '../decisions/token-text.ts';
import { digestOfTuple } from '../sealing/digest.ts';
import { readOutcome, sealOutcome } from '../sealing/stored-outcome.ts';
import type { PostgresContext, SealedCells } from './context.ts';
import { sealedOf, withoutNul } from './context.ts';
import type { Exchange } from './exchange.ts';

/** A row of a claim as JSON: bytes are hexadecimal. */
type KnownRow = Omit<ReplayRow, 'owner_heard_at' | 'owner_lease_ends' | 'owner_facts'> & {
  readonly sealed_by: string | null;
  readonly sealed: string | null;
};
interface OwnerRow {
  readonly heard_at: number | null;
  readonly lease_ends: number | null;
  readonly facts: string | null;
}
interface Detail {
  readonly known?: KnownRow | null;
  readonly owner?: OwnerRow | null;
  readonly token?: TokenRow | null;
  readonly standings?: readonly WindowState[];
  readonly ids?: readonly number[];
}

/**
 * The transactions around the handlers of one schema. A claim's number is its fencing number: it grows, and survives a
 * release.
 */
export const createPostgresAdmissions = (context: PostgresContext, exchange: Exchange): Admissions => {
  const { database, sealer, now } = context;
  const nameOf = createWindowNames();

  const judgeKnown = (row: ReplayRow & SealedCells, claim: ClaimRequest, at: number): KnownKey | undefined =>
    judgeClaim(row, claim, at, () => {
      const sealed = sealedOf(row);
      return sealed && readOutcome(sealer, sealed, String(row.seq));
    });

  const admit = async (request: AdmissionRequest, gone?: number): Promise<Admission> => {
    const exchanged = await exchange.admit(cellsOf(request, nameOf, gone), request.events);
    const { state, decided_at, claim, confirmation, recorded } = exchanged;
    const detail = (exchanged.detail ?? {}) as Detail;
    const standings = standingsOf(request.quotas, detail.standings ?? [], decided_at);
    if (state === 'key' && request.claim && detail.known) {
      const row = claimRow(detail.known, detail.owner);
      const key = judgeKnown(row, request.claim, decided_at);
      if (key) return { state: 'key', key };
      if (gone === row.seq) throw new Error('The store and this process disagree about the state of a claim');
      // Only this side can tell that the owner is gone.
      return admit(request, row.seq);
    }
    const [last = { current: 0, over: 'stop', resets_at: decided_at } as const] = standings.slice(-1);
    if (state === 'stopped') return { state, quota: standings.length - 1, standing: last };
    if (state === 'unconfirmed') return { state, standings };
    if (state === 'refused' && request.confirmation) {
      return { state, refusal: refusalOf(request.confirmation, detail, decided_at), standings };
    }
    if (state !== 'admitted') throw new Error(`The store returned the unknown state '${state}'`);
    return {
      state,
      ...(claim !== null && { claim: String(claim) }),
      ...(confirmation !== null && { confirmation: String(confirmation) }),
      reservations: standings.map((standing, index) => ({ ...standing, id: String(detail.ids?.[index] ?? '') })),
      recorded,
    };
  };

  return {
    transaction: database,
    find: async (claim) => {
      const cells = [digestOfTuple(claim.principal, claim.operation, claim.key), now()];
      const [row] = await database.rows<ReplayRow & SealedCells & { decided_at: number }>('find_key', finding, cells);
      return row && judgeKnown(row, claim, row.decided_at);
    },
    admit: (request) => admit(request),
    end: async ({ claim, confirmation, outcome, giveBack, events }) => {
      const sealed = claim !== undefined && hadEffect(outcome) ? sealOutcome(sealer, outcome, claim) : undefined;
      const { detail, recorded } = await exchange.end(
        {
          ...(claim !== undefined && { claim }),
          ...(confirmation !== undefined && { confirmation }),
          effect: outcome.ok ? 'applied' : outcome.effect,
          ...(sealed && { sealed_by: sealed.sealed_by, sealed: sealed.sealed.toString('base64') }),
          give_back: giveBack.filter((id) => /^\d+$/.test(id)),
        },
        events,
      );
      return { ...(detail as { settled: boolean; restored: boolean }), recorded };
    },
    overload: () => exchange.overload(),
    owns: async (id) => (await database.rows('owns', owning, [id])).length > 0,
  };
};

const cellsOf = (
  request: AdmissionRequest,
  nameOf: (quota: ReservationRequest) => string,
  gone: number | undefined,
): Readonly<Record<string, unknown>> => {
  const { claim, quotas, confirmation, boundMs } = request;
  return {
    ...(claim && {
      scope: digestOfTuple(claim.principal, claim.operation, claim.key),
      principal: withoutNul(claim.principal),
      operation: withoutNul(claim.operation),
      digest: claim.digest,
      retention_ms: claim.retentionMs,
      idempotent: claim.idempotent,
      ...(claim.reopen !== undefined && { reopen: claim.reopen }),
    }),
    bound_ms: boundMs,
    ...(gone !== undefined && { gone }),
    ...(quotas.length > 0 && { quotas: quotas.map((quota) => quotaCells(nameOf(quota), quota)) }),
    ...(confirmation && confirmationCells(confirmation)),
  };
};

const quotaCells = (name: string, { principal, operation, key, rule }: ReservationRequest) => ({
  name,
  principal: withoutNul(principal),
  operation: withoutNul(operation),
  metric: withoutNul(rule.metric),
  key: withoutNul(key),
  window_ms: rule.windowMs,
  pause: rule.pause,
  stop: rule.stop,
});

const confirmationCells = (confirmation: ConfirmationRequest) => {
  const { token, required } = confirmation;
  // No row has this number: a malformed token is refused like an unknown one.
  const place = token === undefined ? undefined : (parseToken(token) ?? { seq: -1, digest: '' });
  return {
    required,
    asked_by: withoutNul(confirmation.principal),
    asked_for: withoutNul(confirmation.operation),
    asked_digest: confirmation.digest,
    suffices: sufficesUnapproved(confirmation),
    ...(place && { token_seq: place.seq, token_digest: place.digest }),
  };
};

const standingsOf = (
  quotas: readonly ReservationRequest[],
  states: readonly WindowState[],
  at: number,
): readonly Standing[] =>
  states.flatMap((state, index) => {
    const quota = quotas[index];
    return quota ? [judgeReservation(quota.rule, state, at)] : [];
  });

const refusalOf = (request: ConfirmationRequest, { token, known, owner }: Detail, at: number): TokenRefusal => {
  const asked = { ...request, principal: withoutNul(request.principal), operation: withoutNul(request.operation) };
  const refusal = judgeToken(token ?? undefined, asked, at);
  // It was approved a moment after it was read: the next attempt will pass.
  if (!refusal) return { state: 'waiting', expires_at: token?.expires_at ?? at };
  const lost = refusal.state === 'used' && known ? lostSince(claimRow(known, owner), at) : undefined;
  return lost && refusal.state === 'used' ? { ...refusal, lost } : refusal;
};

const claimRow = (known: KnownRow, owner: OwnerRow | null | undefined): ReplayRow & SealedCells => ({
  ...known,
  sealed: known.sealed === null ? null : Buffer.from(known.sealed.slice(2), 'hex'),
  owner_heard_at: owner?.heard_at ?? null,
  owner_lease_ends: owner?.lease_ends ?? null,
  owner_facts: owner?.facts ?? null,
});

const finding = `SELECT $schema.at($2) AS decided_at, r.*, o.heard_at AS owner_heard_at,
    o.lease_ends AS owner_lease_ends, o.facts AS owner_facts
  FROM $schema.replays r LEFT JOIN $schema.owners o ON o.id = r.owner WHERE r.scope = $1`;
const owning = 'SELECT 1 FROM $schema.replays WHERE seq = $1 AND settled_at IS NULL';
