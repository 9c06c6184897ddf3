import type { Difference } from './compare-codes.ts';
import type { LockedCode } from './locked-code.ts';

/**
 * Lists the changes in the details of one code. Both sides of the wire count: a removed field breaks its readers, a
 * newly required one breaks the code that makes the failure.
 */
export const compareDetails = (was: LockedCode['details'], is: LockedCode['details']): readonly Difference[] =>
  [...new Set([...Object.keys(was), ...Object.keys(is)])].sort().flatMap((name) => {
    const field = `details.${name}`;
    const before = Object.hasOwn(was, name) ? was[name] : undefined;
    const after = Object.hasOwn(is, name) ? is[name] : undefined;
    const parent = parentOf(name);
    // The inside of an added or removed field was added or removed with it.
    if (parent !== undefined && Object.hasOwn(was, parent) !== Object.hasOwn(is, parent)) return [];
    if (!before) {
      return after?.required
        ? [{ change: 'details-required', field, after: after.type, says: `now requires ${field}` } as const]
        : [
            {
              change: 'details-added',
              field,
              ...(after && { after: after.type }),
              says: `has a new ${field}`,
            } as const,
          ];
    }
    if (!after)
      return [{ change: 'details-lost', field, before: before.type, says: `no longer has ${field}` } as const];
    const differences: Difference[] = [];
    if (before.type !== after.type) {
      const says = `changed the type of ${field} from ${before.type} to ${after.type}`;
      differences.push({ change: 'details-type-changed', field, before: before.type, after: after.type, says });
    }
    if (!before.required && after.required) {
      differences.push({ change: 'details-required', field, says: `now requires ${field}` });
    }
    if (before.required && !after.required) {
      differences.push({ change: 'details-optional', field, says: `made ${field} optional` });
    }
    return differences;
  });

const parentOf = (path: string): string | undefined => /^(.+?)(?:\[\])*\.[^.]+$/.exec(path)?.[1];
