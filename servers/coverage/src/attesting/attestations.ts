/** Records the profile that a run of this server made, and the sources that it measured. */
export interface Attestation {
  /** Digest of the profile's bytes; an attestation is found by it. */
  readonly profile: string;
  readonly format: string;
  /** Digest of the names and contents of all files that the profile measures. */
  readonly sources: string;
  /** The commit that was checked out; null outside of a repository. */
  readonly commit: string | null;
  /** Whether anything differed from that commit; null if git could not tell. */
  readonly dirty: boolean | null;
  readonly runner: string;
  readonly version: string | null;
  /** One phrase for each thing that the run left out. */
  readonly skipped: readonly string[];
  /** When it was recorded, as an ISO date. */
  readonly at: string;
}

/**
 * Stores attestations. Write access makes any profile count, so an adapter must not keep them where the files of the
 * project could attest themselves.
 */
export interface Attestations {
  record(attestation: Attestation): Promise<void>;
  find(profile: string): Promise<Attestation | undefined>;
}
