import type { CodeSet, Dialect, DialectName } from '@recourse/contract';
import type { Principal } from '../call/call.ts';
import type { GuardSettings } from '../guards/guard.ts';
import type { LimitSettings, PolicySettings, TimeoutSettings } from '../settings/settings.ts';
import type { Sharing } from '../sharing/sharing.ts';
import type { Admissions } from '../stages/admit/admissions.ts';
import type { Tokens } from '../stages/consent/tokens.ts';
import type { Withhold } from '../stages/find/find.ts';
import type { Identity } from '../stages/identify/identify.ts';
import type { QuotaRule } from '../stages/meter/quota-rule.ts';
import type { RecordOptions } from '../stages/record/record.ts';
import type { CodesIn } from '../tool/advertise.ts';
import type { Tool } from '../tool/operation.ts';
import type { SubjectOfCalls } from '../tool/subject-of.ts';
import type { ChangeKind } from './changes.ts';
import type { Prompt } from './prompt.ts';
import type { Resource, ResourceTemplate } from './resource.ts';

/** A list, or a function that returns it for every request. */
export type Listed<Entry> = readonly Entry[] | (() => readonly Entry[]);

/** The ports that a server keeps its state behind. Tokens and admissions must be in one store. */
export interface ServerStores extends Partial<Sharing> {
  readonly tokens?: Tokens;
  readonly admissions?: Admissions;
}

export interface ServerOptions {
  readonly name: string;
  readonly version?: string;
  readonly instructions?: string;
  readonly dialect?: DialectName | Dialect;
  /** `json`: the text of every failure is its whole envelope. Without it the dialect `recourse` writes a short line. */
  readonly text?: 'json';
  readonly tools: readonly Tool[];
  /** Where the list of tools has their codes; defaults to the output schemas. */
  readonly codesIn?: CodesIn;
  /** Refuses calls to tools that exist but are not offered, with the server's own codes. */
  readonly withhold?: Withhold;
  /**
   * The subject of a call whose tool declares none, and of a call to an unknown tool: for a server whose calls belong
   * to sessions. A subject of type `session` is the `_meta.session_id` of the answer.
   */
  readonly subject?: SubjectOfCalls;
  readonly codes?: CodeSet | readonly CodeSet[];
  readonly resources?: Listed<Resource>;
  readonly resourceTemplates?: Listed<ResourceTemplate>;
  readonly prompts?: Listed<Prompt>;
  /** Whether a principal sees the resources of another one. By default, each sees only its own. */
  readonly sees?: (reader: Principal, owner: string) => boolean;
  /** The parts that may change while the server runs. Clients are notified by `notify`. */
  readonly changes?: readonly ChangeKind[];
  readonly policy?: PolicySettings;
  readonly limits?: Partial<LimitSettings>;
  readonly timeouts?: Partial<TimeoutSettings>;
  readonly guards?: GuardSettings;
  readonly quotas?: (operation: string) => readonly QuotaRule[];
  readonly record?: RecordOptions;
  readonly identity?: Identity;
  /** Where state is kept; defaults to the memory of this process. */
  readonly stores?: ServerStores;
  readonly now?: () => number;
}
