/** What is being served, until it is closed or its client goes away. */
export interface Serving {
  /** Takes nothing new, lets what runs come to its end within a bound, and then ends. */
  close(): Promise<void>;
  /** Resolves when it has ended, whoever ended it. */
  readonly closed: Promise<void>;
}
