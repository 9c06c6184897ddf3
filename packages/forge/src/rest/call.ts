import type { GitRepository } from '../git/repository.ts';
import type { Actor } from '../identity/actor.ts';
import { notFound, requiresAuthentication, validationFailed } from '../answers/refusal.ts';
import type { Level } from '../identity/level.ts';
import type { Repository } from '../state/repositories.ts';
import type { User } from '../state/users.ts';
import type { World } from '../world.ts';

export interface CallFacts {
  readonly world: World;
  readonly actor: Actor | undefined;
  /** Under which name the caller's requests are counted. */
  readonly caller: string;
  readonly method: string;
  readonly url: URL;
  readonly accept: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly body: unknown;
}

/** One request, understood. */
export class Call {
  readonly facts: CallFacts;
  readonly world: World;

  constructor(facts: CallFacts) {
    this.facts = facts;
    this.world = facts.world;
  }

  get body(): unknown {
    return this.facts.body;
  }

  get url(): URL {
    return this.facts.url;
  }

  /** The user who makes the call, on a route that requires authentication. */
  get user(): User {
    if (this.facts.actor === undefined) throw requiresAuthentication();
    return this.facts.actor.user;
  }

  parameter(name: string): string {
    return this.facts.parameters.get(name) ?? '';
  }

  /** A number in the address; anything else names nothing. */
  numberParameter(name: string): number {
    const text = this.parameter(name);
    if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound();
    return Number(text);
  }

  query(name: string): string | undefined {
    const value = this.facts.url.searchParams.get(name);
    return value === null || value === '' ? undefined : value;
  }

  /** A query parameter out of a closed set; anything else is refused. */
  choice<const T extends string>(resource: string, name: string, values: readonly T[], otherwise: T): T {
    const value = this.query(name) ?? otherwise;
    const found = values.find((known) => known === value);
    if (found === undefined)
      throw validationFailed({ resource, field: name, code: 'invalid', value: value.slice(0, 100) });
    return found;
  }

  /** Whether the client asked for a representation such as `raw`, `diff` or `object`. */
  accepts(representation: string): boolean {
    return new RegExp(`application/vnd\\.github\\.(v3\\.)?${representation}\\b`).test(this.facts.accept);
  }
}

/** A request about a repository that the caller may see. */
export class RepositoryCall extends Call {
  readonly repository: Repository;
  readonly level: Level;
  readonly git: GitRepository;

  constructor(facts: CallFacts, repository: Repository, level: Level) {
    super(facts);
    this.repository = repository;
    this.level = level;
    this.git = facts.world.gits.of(repository);
  }
}
