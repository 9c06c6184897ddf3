export type { Attestation, Attestations } from './attesting/attestations.ts';
export { attestationTopic, createKeptAttestations } from './attesting/kept-attestations.ts';
export { coverageCodes } from './codes.ts';
export { coverageEntry, createCoverageEntry } from './entry.ts';
export type { CoverageEntryOptions } from './entry.ts';
export { createCoverageServer } from './server.ts';
export type { CoverageServerOptions } from './server.ts';
export { modes } from './toolbox.ts';
export type { Mode } from './toolbox.ts';
