import type { Principal } from '../call/call.ts';
import type { Complete } from './complete.ts';

/** The contents of a document: text, or bytes. */
export type Contents = string | Uint8Array;

interface Described {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

/** A document that a client may read. */
export interface Resource extends Described {
  readonly uri: string;
  /** In bytes, where it is known without reading. */
  readonly size?: number;
  /** The id of the principal that it belongs to: other principals cannot see it. Absent if everyone can. */
  readonly owner?: string;
  read(reader?: Principal): Promise<Contents> | Contents;
}

/** Documents whose addresses follow a pattern, such as `tickets://{id}/log` (RFC 6570). */
export interface ResourceTemplate extends Described {
  readonly uriTemplate: string;
  /** Suggests values for a variable while a user types one. */
  readonly complete?: Readonly<Record<string, Complete>>;
  /**
   * Return undefined if there is no such document for this reader. The variables come from the caller: check them
   * before you use them.
   */
  read(
    variables: Readonly<Record<string, string>>,
    uri: string,
    reader: Principal | undefined,
  ): Promise<Contents | undefined> | Contents | undefined;
}
