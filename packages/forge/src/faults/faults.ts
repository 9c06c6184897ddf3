/** A fault injected into a request, instead of or around its normal answer. */
export type Fault =
  | { readonly kind: 'latency'; readonly ms: number }
  | { readonly kind: 'status'; readonly status: number; readonly message?: string }
  | { readonly kind: 'html'; readonly status: number }
  | { readonly kind: 'drop_before' }
  | { readonly kind: 'drop_after' }
  | { readonly kind: 'primary_limit'; readonly status?: 403 | 429 }
  | { readonly kind: 'secondary_limit'; readonly status?: 403 | 429; readonly retry_after?: number };

export interface FaultRule {
  readonly method?: string;
  /** The beginning of the path. */
  readonly path?: string;
  /** How many requests it still meets; without it, all. */
  readonly times?: number;
  readonly fault: Fault;
}

export const faultKinds = [
  'latency',
  'status',
  'html',
  'drop_before',
  'drop_after',
  'primary_limit',
  'secondary_limit',
] as const satisfies readonly Fault['kind'][];

/** The rules in force, first come first served; several latencies add up with one other fault. */
export class Faults {
  readonly #rules: { rule: FaultRule; left: number }[] = [];

  add(rule: FaultRule): void {
    this.#rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  clear(): void {
    this.#rules.length = 0;
  }

  list(): readonly FaultRule[] {
    return this.#rules.map(({ rule, left }) =>
      Number.isFinite(left) ? Object.assign({}, rule, { times: left }) : rule,
    );
  }

  /** The faults for this request; counts one use of each matching rule. */
  take(method: string, path: string): readonly Fault[] {
    const met = this.#rules.filter(
      ({ rule }) => (rule.method === undefined || rule.method === method) && path.startsWith(rule.path ?? ''),
    );
    for (const entry of met) entry.left -= 1;
    for (const entry of met.filter(({ left }) => left <= 0)) this.#rules.splice(this.#rules.indexOf(entry), 1);
    return met.map(({ rule }) => rule.fault);
  }
}
