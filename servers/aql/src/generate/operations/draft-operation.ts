import type { Json, JsonObject } from '@recourse/contract';
import type { Danger } from '@recourse/engine';
import type { Category, Method, Paging } from '../../adapter/adapter.ts';
import type { DraftParameter } from '../parameters/draft-parameter.ts';

/** One operation of the adapter to be, before it is written down. */
export interface DraftOperation {
  /** As the document names it: `GET /pets/{petId}`. */
  readonly source: string;
  readonly name: string;
  readonly category: Category;
  readonly description: string;
  readonly tags: readonly string[];
  readonly method: Method;
  /** With placeholders in the names of our parameters. */
  readonly path: string;
  readonly parameters: readonly DraftParameter[];
  /** Of its body; undefined for `application/json`. */
  readonly mediaType: string | undefined;
  /** The media types that it answers with; undefined for `application/json`. */
  readonly accept: string | undefined;
  /** The members of `input`, for updates; 'any' where the document does not name them. */
  readonly input: readonly DraftParameter[] | 'any' | undefined;
  /** A name under `other_auth`, or `none`; undefined if it authenticates like most. */
  readonly auth: string | undefined;
  readonly readWith: string | undefined;
  /** Paths of what is read with it and is not sent back. */
  readonly readOnly: readonly string[];
  /** The level is never below what method and name suggest; it is written down only if there is more to say. */
  readonly danger: {
    readonly level: Danger;
    readonly isRaised: boolean;
    readonly reasons: readonly string[];
    readonly question: string | undefined;
  };
  readonly resource: { readonly type: string; readonly id?: string } | undefined;
  readonly paging: Paging | undefined;
  readonly returns: { readonly type: string; readonly description?: string } | undefined;
  readonly example: { readonly description?: string; readonly request: JsonObject } | undefined;
}

/** The successful answer of an operation, according to the document. */
export interface Success {
  /** Undefined if the answer is empty. */
  readonly schema: JsonObject | undefined;
  /** The media types that a request asks for; undefined for `application/json`. */
  readonly accept: string | undefined;
  /** The reference to the schema, if it was a reference. */
  readonly reference: Json | undefined;
  readonly headers: ReadonlySet<string>;
  readonly description: Json | undefined;
}
