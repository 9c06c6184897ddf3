import { createHash, randomBytes } from 'node:crypto';
import { mostRestores } from './tokens.ts';
import type { Asked, AskRequest, ConfirmationRequest, LostSince, TokenRefusal, Tokens } from './tokens.ts';

interface Decision {
  readonly decided_by?: string;
  readonly reason?: string;
}

interface Entry extends AskRequest {
  /** Counts up from one. */
  readonly seq: number;
  readonly token: string;
  readonly issued_at: number;
  consumed_at: number | null;
  /** The claim of the call that used it up. */
  claim: string | null;
  restores: number;
  approved: boolean;
  denied: Decision | null;
}

/** A token and its state. */
export type MemoryToken = Readonly<Entry>;

/** A person's decisions about tokens, made elsewhere, and the tokens that wait for one. */
export interface Approvals {
  approve(token: string): void;
  deny(token: string, decision?: Decision): void;
  /** Every token that is still known, oldest first. */
  entries(): readonly MemoryToken[];
}

/** Tokens within one process. An hour after it has expired, a token is as unknown as any other. */
export class MemoryTokens implements Tokens, Approvals {
  readonly transaction: object;
  readonly holds = true;
  readonly #now: () => number;
  readonly #most: number;
  readonly #entries = new Map<string, Entry>();
  /**
   * The entries that a repeated call finds without its token: calls that wait for a person, or that one has decided
   * about.
   */
  readonly #byCall = new Map<string, Set<Entry>>();
  #issued = 0;

  constructor(transaction: object, now: () => number, most: number) {
    this.transaction = transaction;
    this.#now = now;
    this.#most = most;
  }

  async ask(request: AskRequest): Promise<Asked> {
    const alive = this.#alive(request);
    if (alive.some(({ approved }) => approved)) return { state: 'approved' };
    const denied = alive.find((entry) => entry.denied)?.denied;
    if (denied) return { state: 'denied', ...denied };
    const waiting = request.shared ? alive[0] : undefined;
    const entry = waiting ?? this.#issue(request);
    const earlier = this.#earlier(entry)?.held?.shown;
    return { state: 'asked', token: entry.token, expires_at: entry.expires_at, ...(earlier && { earlier }) };
  }

  async held(token: string): Promise<AskRequest['held']> {
    const entry = this.#find(token);
    return entry && entry.expires_at > this.#now() ? entry.held : undefined;
  }

  async expiryOf(token: string): Promise<number | undefined> {
    return this.#find(token)?.expires_at;
  }

  approve(token: string): void {
    this.#decide(token, { approved: true });
  }

  deny(token: string, decision: Decision = {}): void {
    this.#decide(token, { denied: decision });
  }

  entries(): readonly MemoryToken[] {
    return [...this.#entries.values()];
  }

  /** The token or the approval that confirms a call, or why none does. Uses nothing up. */
  judge(
    request: ConfirmationRequest,
    lostSince: (claim: string) => LostSince | undefined,
  ): MemoryToken | TokenRefusal | undefined {
    if (request.token === undefined) return this.#alive(request).find(({ approved }) => approved);
    const entry = this.#find(request.token);
    const refusal = judge(entry, request, this.#now());
    if (!entry || refusal?.state !== 'used') return refusal ?? entry;
    const lost = entry.claim === null ? undefined : lostSince(entry.claim);
    return { ...refusal, ...(lost && { lost }) };
  }

  /** Uses a token up for the call with this claim. */
  consume({ token }: MemoryToken, claim: string): void {
    const entry = this.#find(token);
    if (!entry) return;
    entry.consumed_at = this.#now();
    entry.claim = claim;
    this.#unlist(entry);
  }

  /** Makes a token good again whose call had no effect, unless another call has used it since. */
  restore(token: string, claim: string): boolean {
    const entry = this.#find(token);
    return entry?.claim === claim && this.#restore(entry);
  }

  /** Makes the token of a lost claim good for the call that replaces it. Returns a function that takes this back. */
  restoreLost(claim: string): () => void {
    const entry = [...this.#entries.values()].find((each) => each.claim === claim);
    const { consumed_at = null } = entry ?? {};
    if (!entry || !this.#restore(entry)) return () => undefined;
    return () => {
      Object.assign(entry, { consumed_at, claim, restores: entry.restores - 1 });
      this.#unlist(entry);
    };
  }

  #restore(entry: Entry): boolean {
    if (entry.restores >= mostRestores || entry.expires_at <= this.#now()) return false;
    entry.restores += 1;
    entry.consumed_at = null;
    entry.claim = null;
    if (entry.shared || entry.approved) this.#list(entry);
    return true;
  }

  #find(token: string): Entry | undefined {
    return this.#entries.get(digest(token));
  }

  #alive(request: Pick<AskRequest, 'principal' | 'operation' | 'digest'>): readonly Entry[] {
    return [...(this.#byCall.get(callName(request)) ?? [])].filter(({ expires_at }) => expires_at > this.#now());
  }

  /** The last question about the same call, with other facts, that a repeated call finds. */
  #earlier({ seq, principal, operation, digest: own, call_digest: same }: Entry): Entry | undefined {
    if (same === undefined) return undefined;
    return [...(this.#byCall.get(sameCallName(principal, operation, same)) ?? [])].findLast(
      (entry) => entry.seq < seq && entry.digest !== own && entry.expires_at > this.#now(),
    );
  }

  #issue(request: AskRequest): Entry {
    const token = `${request.prefix}_${randomBytes(32).toString('base64url')}`;
    const entry: Entry = {
      ...request,
      seq: (this.#issued += 1),
      token,
      issued_at: this.#now(),
      consumed_at: null,
      claim: null,
      restores: 0,
      approved: false,
      denied: null,
    };
    this.#entries.set(digest(token), entry);
    if (request.shared) this.#list(entry);
    this.#sweep();
    return entry;
  }

  #decide(token: string, decision: Partial<Entry>): void {
    const entry = this.#find(token);
    if (!entry || entry.consumed_at !== null) return;
    this.#list(Object.assign(entry, decision));
  }

  #list(entry: Entry): void {
    for (const name of callNames(entry)) this.#byCall.set(name, (this.#byCall.get(name) ?? new Set()).add(entry));
  }

  #unlist(entry: Entry): void {
    for (const name of callNames(entry)) {
      const listed = this.#byCall.get(name);
      listed?.delete(entry);
      if (listed?.size === 0) this.#byCall.delete(name);
    }
  }

  #sweep(): void {
    for (const [key, entry] of this.#entries) {
      if (entry.expires_at + keptAfterExpiryMs > this.#now() && this.#entries.size <= this.#most) return;
      this.#entries.delete(key);
      this.#unlist(entry);
    }
  }
}

const keptAfterExpiryMs = 60 * 60 * 1000;

/** The question about a call, and the call itself if the question states facts. */
const callNames = (entry: Entry): readonly string[] => [
  callName(entry),
  ...(entry.call_digest === undefined ? [] : [sameCallName(entry.principal, entry.operation, entry.call_digest)]),
];

/** No question has this name: a question without facts may have the same digest. */
const sameCallName = (...call: readonly [principal: string, operation: string, digest: string]): string =>
  JSON.stringify(['same call', ...call]);

/** The same call: by the same caller, with the same arguments. */
const callName = ({ principal, operation, digest: given }: Pick<AskRequest, 'principal' | 'operation' | 'digest'>) =>
  JSON.stringify([principal, operation, given]);

/** Looked up by its digest: how long a comparison takes says nothing about a token. */
const digest = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The one order of the checks: known, not expired, not used, of this call, and good enough. */
const judge = (entry: Entry | undefined, request: ConfirmationRequest, now: number): TokenRefusal | undefined => {
  if (!entry) return { state: 'invalid' };
  if (entry.expires_at <= now) return { state: 'expired', expired_at: entry.expires_at };
  if (entry.consumed_at !== null) return { state: 'used', consumed_at: entry.consumed_at };
  const { principal, operation } = request;
  if (entry.principal !== principal || entry.operation !== operation || entry.digest !== request.digest) {
    return { state: 'mismatch', token_operation: entry.operation };
  }
  if (entry.denied) return { state: 'denied', ...entry.denied };
  const source = entry.approved ? 'person' : request.source;
  return isGoodEnough(source, request.grade) ? undefined : { state: 'waiting', expires_at: entry.expires_at };
};

const isGoodEnough = (source: ConfirmationRequest['source'], grade: ConfirmationRequest['grade']): boolean =>
  grade === 'any' || source === 'person' || (grade === 'client' && source === 'client');
