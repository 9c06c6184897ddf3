import type { Json, JsonObject, JsonSchema } from '@recourse/contract';
import type { Danger, Trust } from '@recourse/engine';
import type { MappingRule } from '../mapping/mapping-rule.ts';

/** The effect of an operation, which decides which of the five endpoints offers it. */
export const categories = ['create', 'read', 'update', 'delete', 'execute'] as const;
export type Category = (typeof categories)[number];

export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof methods)[number];

/** One REST API as its file describes it, whichever dialect the file is written in. */
export interface Adapter {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Without a slash at its end; the paths of operations are appended to it. */
  readonly baseUrl: string;
  readonly auth: Auth;
  /** Sent with every request; none of them holds a secret. */
  readonly headers: Readonly<Record<string, string>>;
  /** The file's claim about itself. It is only a ceiling: the operator sets the actual trust. */
  readonly trustClaim: Trust;
  readonly operations: readonly AdapterOperation[];
  readonly types: readonly AdapterType[];
  /** The file's own codes, besides the core's. */
  readonly errorCodes: readonly AdapterCode[];
  /** In the order in which they are tried, those of `errorCodes` first; what none of them takes is by the table of statuses. */
  readonly mapping: readonly MappingRule[];
  /** Which table: ours, or the contract's as it is printed. */
  readonly statuses: 'corrected' | 'strict';
  readonly apiLimits: readonly ApiLimit[];
  readonly quotas: readonly AdapterQuota[];
  readonly timeoutMs: number;
  /** The Markdown below the front matter, for people. */
  readonly documentation: string;
}

/** How requests are authenticated. Secrets are named here and read from the environment, never written down. */
export type Auth = (SingleAuth | { readonly type: 'combined'; readonly parts: readonly SingleAuth[] }) & {
  /** Whether requests are sent without credentials if a variable is not set. */
  readonly optional?: true;
};

/** One way to sign. */
export type SingleAuth =
  | { readonly type: 'none' }
  | { readonly type: 'bearer'; readonly tokenEnv: string; readonly prefix: string }
  | {
      readonly type: 'api_key';
      readonly keyEnv: string;
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
      /** Precedes the key, separated by a space. */
      readonly prefix?: string;
    }
  | { readonly type: 'basic'; readonly usernameEnv: string; readonly passwordEnv: string };

/** How a value is written outside a JSON body, by the names of OpenAPI; `json` writes the text of the value. */
export const parameterStyles = [
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
  'simple',
  'label',
  'matrix',
  'json',
] as const;
export type ParameterStyle = (typeof parameterStyles)[number];

export interface AdapterOperation {
  readonly name: string;
  readonly category: Category;
  readonly description: string;
  /** Groups of the API that the operation belongs to, for introspection. */
  readonly tags?: readonly string[];
  readonly method: Method;
  /** With `{placeholders}`, each of which is a path parameter. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** How its requests are authenticated, if differently from the others. */
  readonly auth?: Auth;
  /** The media type of its body; `application/json` if it is left out. */
  readonly mediaType?: string;
  /** The media types that its answers may have; `application/json` if it is left out. */
  readonly accept?: string;
  /** The members of `input`, for updates; undefined if any member is taken. */
  readonly input: readonly Parameter[] | undefined;
  /** The operation that reads what this one is about: an update by PUT is merged into it, and a question states it. */
  readonly readWith: string | undefined;
  /** Paths of what is read with it and must not be sent back. */
  readonly readOnly?: readonly string[];
  readonly danger: DangerNote;
  /** The resource that `NOT_FOUND_RESOURCE` names: a type, and an id with `{placeholders}`. */
  readonly resource: { readonly type?: string; readonly id?: string } | undefined;
  readonly paging: Paging | undefined;
  /** Named selections of fields, besides `minimal`, `standard` and `full`. */
  readonly fieldSets: Readonly<Record<string, readonly string[]>>;
  /** The fields to return if the call selects none. If absent, MCP-AQL's rule decides. */
  readonly defaultFields?: readonly string[];
  readonly returns: { readonly type: string; readonly description?: string } | undefined;
  readonly examples: readonly OperationExample[];
  /** Whether repeating it changes nothing more; by its method unless the file says otherwise. */
  readonly idempotent: boolean;
}

export interface OperationExample {
  readonly description?: string;
  readonly request: JsonObject;
}

/** How dangerous an operation is. `level` is never below what method and name suggest. */
export interface DangerNote {
  readonly level: Danger;
  /** The level that method and name suggest. Only the operator may lower `level` below it. */
  readonly inferred: Danger;
  readonly reasons: readonly string[];
  /** Asked before it runs; placeholders are parameters. */
  readonly confirmationMessage: string | undefined;
  /** Ask even if trust alone would let it pass. */
  readonly requiresConfirmation: boolean;
}

export interface Parameter {
  /** As callers write it. */
  readonly name: string;
  /** As the API writes it. */
  readonly wireName: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  readonly required: boolean;
  readonly sensitive: boolean;
  /** `form` in queries, cookies and forms unless it is given, and `simple` in paths and headers. */
  readonly style?: ParameterStyle;
  /** Whether each item or member is written on its own; by default only with `form` and `deepObject`. */
  readonly explode?: boolean;
  /** Whether its value is the whole body, and not a member of it. */
  readonly whole?: true;
  /** Whether its members are members of the body, beside those that have parameters of their own. */
  readonly spread?: true;
  /** Whether its value is a file, or a list of files. */
  readonly file?: true;
  /** Whether its value may also be a file, in a form with files. */
  readonly orFile?: true;
  /** The media type of its part, in a form with files. */
  readonly contentType?: string;
  /** Type, default, enum, bounds, pattern, items and description, as JSON Schema. */
  readonly schema: JsonSchema;
}

/** How the pages of a list are asked for, and where the answer says that there are more. */
export interface Paging {
  readonly style: 'cursor' | 'offset' | 'page' | 'link_header';
  /** The API's parameter for cursor, offset or page number. */
  readonly parameter: string;
  /** The number of the first page or item: 0 or 1. */
  readonly firstIndex: number;
  /** The API's parameter for how many. */
  readonly sizeParameter: string | undefined;
  readonly defaultSize: number;
  readonly maxSize: number;
  /** Path in the body to the items; the body itself if there is none. */
  readonly itemsAt: string | undefined;
  /** Path in the body to the next cursor, for `cursor`. */
  readonly cursorAt: string | undefined;
  /** Path in the body to how many there are in all. */
  readonly totalAt: string | undefined;
}

export interface AdapterType {
  readonly name: string;
  readonly kind: 'enum' | 'object' | 'scalar' | 'union';
  readonly description?: string;
  readonly values?: readonly Json[];
  readonly fields?: readonly Parameter[];
  readonly members?: readonly string[];
}

/** A code that the file declares, in the form that seed and registry require. */
export interface AdapterCode {
  readonly code: string;
  readonly category: string;
  readonly messageTemplate: string;
}

/** A limit of the API, as stated by the file. It is never exceeded, but the headers of answers take precedence. */
export interface ApiLimit {
  readonly scope: 'global' | 'endpoint' | 'category';
  /** `METHOD /path` with `*`, for `endpoint`. */
  readonly endpoint: string | undefined;
  readonly category: Category | undefined;
  readonly limit: number;
  readonly window: 'second' | 'minute' | 'hour' | 'day';
  readonly remainingHeader: string | undefined;
  readonly resetHeader: string | undefined;
}

/** The numbers of requests at which the user of the adapter is warned, asked, and stopped. */
export interface AdapterQuota {
  readonly metric: string;
  readonly windowMs: number;
  readonly warn: number | undefined;
  readonly pause: number | undefined;
  readonly stop: number | undefined;
}
