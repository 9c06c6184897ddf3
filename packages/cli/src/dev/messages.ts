/** A message from a process of the server to `recourse dev`. */
export type ChildMessage =
  | { readonly kind: 'ready'; readonly name: string; readonly tools: string; readonly port?: number }
  | { readonly kind: 'failed'; readonly text: string };

/** A message from `recourse dev` to a process of the server. */
export type ParentMessage =
  /** The tools of the next version differ: tell the clients that listen here. */
  | { readonly kind: 'changed' }
  /** Finish the calls that run, and end. */
  | { readonly kind: 'end' };

/** How a process of the server is started. */
export interface ChildPlan {
  /** The module, as the person named it. */
  readonly file: string;
  readonly http: boolean;
  readonly config?: string;
  readonly store?: string;
}
