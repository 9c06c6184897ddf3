/** What every handler is given, as far as failures are concerned. */
export interface Asked {
  readonly arguments: object;
  readonly correlation_id: string;
  readonly signal: AbortSignal;
}
