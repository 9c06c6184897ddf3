import type { Evidence } from '../reading/read-evidence.ts';
import type { Quantity, Statement } from '../reading/read-statement.ts';
import type { Fault } from './fault.ts';

/** Compares the numbers of a sentence with those of its evidence. */
export const checkNumbers = ({ quantities }: Statement, evidence: Evidence): Fault | undefined => {
  const own = new Set(quantities.map(({ digits }) => digits));
  let missing: Fault | undefined;
  for (const quantity of quantities) {
    const fault = checkNumber(quantity, evidence, own);
    if (fault?.kind === 'contradicted') return fault;
    missing ??= fault;
  }
  return missing;
};

const checkNumber = (quantity: Quantity, evidence: Evidence, own: ReadonlySet<string>): Fault | undefined => {
  const { digits, unit, text } = quantity;
  const same = evidence.quantities.filter(
    (other) => other.digits === digits && (unit === undefined || other.unit === undefined || other.unit === unit),
  );
  if (same.length > 0) return checkBound(quantity, same);
  const rival = evidence.quantities.find((other) => isRival(quantity, other) && !own.has(other.digits));
  if (rival) return { kind: 'contradicted', word: text, instead: rival.text };
  if (unit === undefined && evidence.identifiers.has(digits)) return undefined;
  return { kind: 'unbacked', word: text };
};

/** Whether two different numbers say something about the same thing. */
const isRival = (one: Quantity, other: Quantity): boolean => {
  if (isOrdinal(one) !== isOrdinal(other)) return false;
  if (one.unit !== undefined || other.unit !== undefined) return one.unit === other.unit;
  if (isVersion(one) && isVersion(other)) return true;
  for (const stem of one.near) if (other.near.has(stem)) return true;
  return false;
};

const isOrdinal = ({ digits }: Quantity): boolean => /[a-z]$/u.test(digits);
const isVersion = ({ digits }: Quantity): boolean => /^\d+\.\d+\.\d/u.test(digits);

const checkBound = (quantity: Quantity, same: readonly Quantity[]): Fault | undefined => {
  const { bound, text } = quantity;
  if (same.some((other) => other.bound === bound)) return undefined;
  const [other] = same;
  if (bound === undefined) {
    // 'Needs 3.8' follows from '3.8 or later'; 'takes 7 minutes' does not follow from 'up to 7 minutes'.
    return other?.bound === 'at most' ? { kind: 'unbacked', word: text } : undefined;
  }
  if (other?.bound === undefined) return { kind: 'unbacked', word: `${bound} ${text}` };
  return { kind: 'contradicted', word: `${bound} ${text}`, instead: `${other.bound} ${other.text}` };
};
