import type { Outcome } from '@recourse/contract';
import { fail } from '@recourse/contract';
import type {
  Admissions,
  Admitted,
  Asked,
  AskRequest,
  ClaimRequest,
  ConfirmationRequest,
  Ended,
  KnownKey,
  Reservation,
  ReservationRequest,
  Standing,
  TokenRefusal,
  Tokens,
} from '@recourse/engine/store-ports';

const hourMs = 60 * 60 * 1000;

type Claimed = { readonly state: 'claimed'; readonly id: string };
type Redeemed = { readonly state: 'redeemed'; readonly id: string };
type RedeemRequest = Omit<ConfirmationRequest, 'required' | 'token'> & { readonly token: string };

/** The parts of an admission one at a time, so that a test needs no more of it than it is about. */
export interface AdmissionDriver {
  /** Admits a call that has a key and nothing else. */
  claim(request: ClaimRequest, boundMs?: number): Promise<Claimed | KnownKey>;
  settle(id: string, outcome: Outcome): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Admits a call that one quota counts. */
  reserve(request: ReservationRequest): Promise<Reservation | (Standing & { readonly id: '' })>;
  giveBack(...ids: readonly string[]): Promise<void>;
  /** Admits a call that a token confirms. */
  redeem(request: RedeemRequest): Promise<Redeemed | TokenRefusal>;
  /** Admits a call that an approval confirms, or asks for it. */
  ask(request: AskRequest): Promise<Redeemed | Asked>;
  /** Ends a confirmed call. True if its confirmation can be used again. */
  end(id: string, outcome: Outcome): Promise<boolean>;
  /** Admits a call that one quota has paused, with a token for it. */
  grant(request: ReservationRequest, expires_at: number): Promise<Reservation>;
  readonly owns: Admissions['owns'];
  readonly held: Tokens['held'];
  readonly holds: boolean;
}

/** The state of a server behind the two ports that share its transactions. */
export interface AdmissionState {
  readonly admissions: Admissions;
  readonly tokens: Tokens;
}

const none = fail('UPSTREAM_UNAVAILABLE', {}, { effect: 'none' });

/** Drives the ports of one store. */
export const driveAdmissions = ({ admissions: port, tokens }: AdmissionState): AdmissionDriver => {
  const confirm = async (confirmation: ConfirmationRequest): Promise<Redeemed | TokenRefusal | undefined> => {
    const admission = await port.admit({ quotas: [], confirmation, boundMs: hourMs });
    if (admission.state === 'refused') return admission.refusal;
    return admission.state === 'admitted' ? { state: 'redeemed', id: nameOf(admission) } : undefined;
  };
  const ended = async (id: string, outcome: Outcome): Promise<Ended> => {
    const [confirmation = '', claim = ''] = id.split('/');
    return port.end({ claim, confirmation, outcome, giveBack: [] });
  };
  return {
    claim: async (request, boundMs = hourMs) => {
      const admission = await port.admit({ claim: request, quotas: [], boundMs });
      if (admission.state === 'key') return admission.key;
      if (admission.state !== 'admitted' || admission.claim === undefined) throw new Error(admission.state);
      return { state: 'claimed', id: admission.claim };
    },
    settle: async (claim, outcome) => (await port.end({ claim, outcome, giveBack: [] })).settled,
    release: async (claim) => void (await port.end({ claim, outcome: none, giveBack: [] })),
    reserve: async (request) => {
      const admission = await port.admit({ quotas: [request], boundMs: hourMs });
      if (admission.state === 'stopped') return { ...admission.standing, id: '' };
      const [standing] =
        admission.state === 'admitted'
          ? admission.reservations
          : admission.state === 'unconfirmed'
            ? admission.standings
            : [];
      if (!standing) throw new Error(admission.state);
      return { id: '', ...standing };
    },
    giveBack: async (...giveBack) => void (await port.end({ outcome: none, giveBack })),
    redeem: async (request) => (await confirm({ ...request, required: true })) ?? { state: 'invalid' },
    ask: async (request) => {
      const { principal, operation, digest } = request;
      const whose = { principal, operation, digest };
      const approved = await confirm({ ...whose, required: true, source: 'token', grade: 'any' });
      if (approved?.state === 'redeemed') return approved;
      return tokens.ask(request);
    },
    grant: async (request, expires_at) => {
      const { principal, operation } = request;
      const whose = { principal, operation, digest: 'granted' };
      const asked = await tokens.ask({ ...whose, prefix: 'quota_continue', expires_at, reasons: [], shared: false });
      if (asked.state !== 'asked') throw new Error(asked.state);
      const confirmation = { ...whose, token: asked.token, required: false, source: 'token', grade: 'any' } as const;
      const admission = await port.admit({ quotas: [request], confirmation, boundMs: hourMs });
      const [reservation] = admission.state === 'admitted' ? admission.reservations : [];
      if (!reservation) throw new Error(admission.state);
      return reservation;
    },
    owns: (claim) => port.owns(claim),
    held: (token) => tokens.held(token),
    holds: tokens.holds,
    end: async (id, outcome) => (await ended(id, outcome)).restored,
  };
};

const nameOf = ({ confirmation = '', claim = '' }: Admitted): string => `${confirmation}/${claim}`;
