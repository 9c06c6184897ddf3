import type { Collector } from '../collecting/collector.ts';
import type { ProfileLimits } from '../limits.ts';
import type { Placer } from '../paths/placer.ts';
import type { ByteSource } from '../source.ts';
import type { WarningTally } from '../warnings.ts';

/** The input of a format reader. */
export interface ReaderContext {
  readonly source: ByteSource;
  readonly collector: Collector;
  readonly placer: Placer;
  readonly warnings: WarningTally;
  readonly limits: ProfileLimits;
  /** The folder that everything lies in, as it really is. */
  readonly realRoot: string;
}

/** Reads a profile from its beginning into the collector; throws a `ProfileError` if it is invalid. */
export type FormatReader = (context: ReaderContext) => Promise<void>;
