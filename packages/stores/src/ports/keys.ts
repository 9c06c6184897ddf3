import type { Principal, Trust } from '@recourse/engine';

export interface CreateKeyRequest {
  /** Whom calls with the key are made for. Several keys may name the same principal. */
  readonly principal: string;
  readonly trust: Trust;
  /** The tools that the key may use; absent means all. */
  readonly tools?: readonly string[];
  /** `approver` for a key that decides about the calls of others and makes none. Absent for callers. */
  readonly role?: 'approver';
}

/** What is known about a key. The key itself is not kept. */
export interface KeyRecord extends CreateKeyRequest {
  readonly id: string;
  readonly created_at: number;
  readonly revoked_at?: number;
}

export interface CreatedKey {
  /** Shown once: only its digest is stored. */
  readonly key: string;
  readonly record: KeyRecord;
}

/** The bearer keys of callers from elsewhere. */
export interface Keys {
  create(request: CreateKeyRequest): Promise<CreatedKey>;
  /** All keys, revoked ones included, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /**
   * From its return on the key opens nothing here, and a few milliseconds later nowhere. False where there is no such
   * key, or it was revoked before.
   */
  revoke(id: string): Promise<boolean>;
  /** Whom a presented key belongs to; nothing for a key that is unknown or revoked. */
  find(key: string): Promise<Principal | undefined>;
}
