/** The part of a DevTools session that takes any name: requests of plugins are checked by their domain. */
export interface AnySession {
  send(method: string, params: object, options: { signal?: AbortSignal; timeoutMs?: number }): Promise<unknown>;
  on(event: string, listener: (data: unknown) => void): () => void;
}
