import { changeFailure, isJsonObject } from '@recourse/contract';
import type { Failure, Json, JsonObject, NextAction } from '@recourse/contract';
import { confirmToolName } from '../meta-keys.ts';

/** Names of secrets that grant access. */
const secretName =
  /(?:token|secret|password|passwd|credentials?|authorization|cookie|(?:idempotency|api|access|private)[_-]?key)$/i;

const shortestSecret = 8;
const inItsPlace = '[withheld]';

/** Secrets that must not reach a model, found by name and removed wherever they occur. */
export class Withheld {
  readonly #secrets = new Set<string>();

  constructor({ details, next_actions: actions = [] }: Pick<Failure, 'details' | 'next_actions'>) {
    this.#collect(details ?? {});
    for (const action of actions) this.#collect(action.arguments);
  }

  /** Removes the known secrets from a string. */
  text(text: string): string {
    let clean = text;
    for (const secret of this.#secrets) clean = clean.replaceAll(secret, inItsPlace);
    return clean;
  }

  /** The details without their secrets, names and all. */
  details(details: JsonObject): JsonObject {
    return this.#clean(details) as JsonObject;
  }

  /** The calls that a model may make: none that confirms, and none that contains a secret. */
  actions(actions: readonly NextAction[]): readonly NextAction[] {
    return actions
      .filter((action) => action.tool !== confirmToolName && !this.#holds(action.arguments))
      .map((action) => ({ ...action, why: this.text(action.why) }));
  }

  #collect(value: Json | undefined): void {
    if (Array.isArray(value)) for (const inner of value as readonly Json[]) this.#collect(inner);
    if (!isJsonObject(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!isSecret(name, inner)) this.#collect(inner);
      else if (inner.length >= shortestSecret) this.#secrets.add(inner);
    }
  }

  #clean(value: Json | undefined): Json | undefined {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return (value as readonly Json[]).map((inner) => this.#clean(inner) ?? null);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, inner]) => (isSecret(name, inner) ? [] : [[name, this.#clean(inner)]])),
    );
  }

  #holds(value: Json): boolean {
    const text = JSON.stringify(value);
    return [...this.#secrets].some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
  }
}

/** A failure without its secrets and without the calls that it names. */
export const withoutSecrets = (failure: Failure): Failure => {
  const withheld = new Withheld(failure);
  const { next_actions: _, ...rest } = failure;
  return changeFailure(rest as Failure, {
    message: withheld.text(failure.message),
    hint: withheld.text(failure.hint),
    ...(failure.details && { details: withheld.details(failure.details) }),
  });
};

const isSecret = (name: string, value: Json | undefined): value is string =>
  typeof value === 'string' && secretName.test(name);
