import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../failures/outcome.ts';
import { dialectSchema } from '../dialect.ts';
import type { CallFacts, CarriedField, Dialect } from '../dialect.ts';
import { arbitraryOutcome } from './arbitrary-outcome.ts';

export interface ExpectedDialect {
  /** The list that clients rely on; a change of it is a change of the wire. */
  readonly carries: readonly CarriedField[];
  readonly extensions: readonly string[];
}

const facts: CallFacts = {
  tool: 'merge_pull_request',
  request_id: 7,
  session_id: 'session-1',
  elapsed_ms: 12,
  timestamp: '2026-01-28T12:00:00.000Z',
};

/** The laws of a dialect. Every dialect's test runs them. */
export const describeDialect = (dialect: Dialect, expected: ExpectedDialect): void => {
  describe(`the laws of ${dialect.name}`, () => {
    it('carries exactly what it is known to carry', () => {
      expect(dialect.carries).toEqual(expected.carries);
      expect(dialect.extensions).toEqual(expected.extensions);
    });

    it('parses what it renders back to the same outcome, in everything that it carries', () => {
      fc.assert(
        fc.property(arbitraryOutcome(), fc.constantFrom(facts, {}), (outcome, given) => {
          for (const wire of [dialect.render(outcome, given), dialect.body(outcome, given)]) {
            const parsed = dialect.parse(JSON.parse(JSON.stringify(wire)));
            expect(pick(parsed, dialect.carries)).toEqual(pick(outcome, dialect.carries));
            expect(parsed?.ok).toBe(outcome.ok);
          }
        }),
        { numRuns: 1500 },
      );
    });

    it('renders what its own JSON Schema accepts', () => {
      const validate = new Ajv2020({ strict: false }).compile(dialectSchema(dialect, {}));
      fc.assert(
        fc.property(arbitraryOutcome(), (outcome) => {
          expect(
            validate(JSON.parse(JSON.stringify(dialect.body(outcome, facts)))),
            JSON.stringify(validate.errors),
          ).toBe(true);
        }),
        { numRuns: 300 },
      );
    });

    it('never throws on a wire that is not its own', () => {
      fc.assert(
        fc.property(fc.oneof(fc.anything(), fc.jsonValue(), mutatedWire(dialect)), (wire) => {
          const parsed = dialect.parse(wire);
          if (parsed && !parsed.ok) expect(typeof parsed.code).toBe('string');
        }),
        { numRuns: 1000 },
      );
    });
  });
};

/** A real wire with one of its fields replaced by something else. */
const mutatedWire = (dialect: Dialect): fc.Arbitrary<unknown> =>
  fc.tuple(arbitraryOutcome(), fc.nat(), fc.jsonValue()).map(([outcome, position, value]) => {
    const wire = JSON.parse(JSON.stringify(dialect.render(outcome, facts))) as Record<string, unknown>;
    const paths: [Record<string, unknown>, string][] = [];
    collectFields(wire, paths);
    const chosen = paths[position % Math.max(1, paths.length)];
    if (chosen) chosen[0][chosen[1]] = value;
    return wire;
  });

const collectFields = (value: unknown, paths: [Record<string, unknown>, string][]): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    paths.push([value as Record<string, unknown>, key]);
    collectFields(inner, paths);
  }
};

const pick = (outcome: Outcome | undefined, fields: readonly CarriedField[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(outcome ?? {}).filter(([key]) => (fields as readonly string[]).includes(key)));
