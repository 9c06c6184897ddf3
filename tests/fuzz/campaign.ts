import fc from 'fast-check';

/** A process under fuzz, as far as it is the same over every wire. */
export interface Fuzzed {
  call(tool: string, args: object): Promise<Readonly<Record<string, number>>>;
  end(): Promise<void>;
  kill(): void;
}

export interface CampaignOptions {
  readonly seed: number;
  readonly runs: number;
}

/** How much memory the process took up when it was warm, and in the end. */
export interface Memory {
  readonly warm: Readonly<Record<string, number>>;
  readonly end: Readonly<Record<string, number>>;
}

/**
 * Sends generated input, run by run, to one process that must survive all of it, and then ends the process. A failure
 * is reported by its seed, because frames are long and the process keeps state from earlier ones.
 */
export const campaign = async <Given>(
  subject: Fuzzed,
  { seed, runs }: CampaignOptions,
  given: fc.Arbitrary<Given>,
  send: (given: Given) => Promise<void>,
): Promise<Memory> => {
  let warm: Memory['warm'] = {};
  let sent = 0;
  const property = fc.asyncProperty(given, async (one) => {
    await send(one);
    sent += 1;
    if (sent === Math.ceil(runs / 5)) warm = await subject.call('memory', {});
  });
  try {
    const { failed, errorInstance: cause } = await fc.check(property, { seed, numRuns: runs, endOnFailure: true });
    if (failed)
      throw new Error(
        `After ${sent} runs with RECOURSE_FUZZ_SEED=${seed}: ${cause instanceof Error ? cause.message : String(cause)}`,
        { cause },
      );
    const end = await subject.call('memory', {});
    await subject.end();
    return { warm, end };
  } finally {
    subject.kill();
  }
};
