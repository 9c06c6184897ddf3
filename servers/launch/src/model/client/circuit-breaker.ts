interface Circuit {
  failures: number;
  openUntil: number;
  probing: boolean;
}

const mostFailures = 5;
const restMs = 30_000;

/**
 * Leaves an endpoint alone after too many failures in a row. When the rest is over, one request probes it: if that
 * succeeds the circuit closes, otherwise the rest starts again.
 */
export class CircuitBreaker {
  readonly #circuits = new Map<string, Circuit>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Whether a request may be sent. A request that may has to be followed by `succeed`, `fail` or `release`. */
  admits(endpoint: string): boolean {
    const circuit = this.#circuits.get(endpoint);
    if (!circuit || circuit.failures < mostFailures) return true;
    if (circuit.probing || this.#now() < circuit.openUntil) return false;
    circuit.probing = true;
    return true;
  }

  succeed(endpoint: string): void {
    this.#circuits.delete(endpoint);
  }

  fail(endpoint: string): void {
    const failures = (this.#circuits.get(endpoint)?.failures ?? 0) + 1;
    this.#circuits.set(endpoint, { failures, openUntil: this.#now() + restMs, probing: false });
  }

  /** The request says nothing about the endpoint: it was cancelled, or rejected for what it asked. */
  release(endpoint: string): void {
    const circuit = this.#circuits.get(endpoint);
    if (circuit) circuit.probing = false;
  }
}
