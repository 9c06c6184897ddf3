import { refuseWith } from '../refused.ts';
import { judgeCharacters } from '../running/index.ts';

/** Refuses control and hidden characters in these fields. A list names the element that has one. */
export const refuseHidden = (args: object, ...fields: readonly string[]): void => {
  const given = new Map<string, unknown>(Object.entries(args));
  for (const field of fields) {
    const value = given.get(field);
    const texts = Array.isArray(value)
      ? value.map((text, index) => [`${field}[${index}]`, text] as const)
      : [[field, value] as const];
    for (const [name, text] of texts) {
      const rejection = typeof text === 'string' ? judgeCharacters(name, text) : undefined;
      if (rejection) throw refuseWith(rejection, { hint: rejection.remediation });
    }
  }
};
