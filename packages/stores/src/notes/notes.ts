/** Short strings that a server keeps between processes, by name. */
export interface Notes {
  put(name: string, text: string): Promise<void>;
  /** Undefined if there is none, or if it was not sealed for this name with a key of the installation. */
  get(name: string): Promise<string | undefined>;
}
