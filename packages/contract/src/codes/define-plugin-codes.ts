import type { CodeDefinition } from './code.ts';
import { defineCodes } from './define-codes.ts';
import type { CheckedRows, CodeSet, Rows } from './define-codes.ts';

/** Rows under the names that they have on the wire. */
type Prefixed<Plugin extends string, Given extends Rows> = {
  readonly [Code in keyof Given & string as `${Plugin}.${Code}`]: Given[Code];
};

/**
 * Declares the codes of a plugin. Each is called `<plugin>.CODE`, in the plugin's own handlers and on the wire, so
 * that agents see whose it is and no two plugins collide.
 */
export const definePluginCodes = <const Plugin extends string, const Given extends Rows>(
  plugin: Plugin,
  rows: Given & CheckedRows<Given>,
): CodeSet<Prefixed<Plugin, Given>> => {
  const { namespace, definitions } = defineCodes<Given>(rows, { namespace: plugin });
  const prefixed = Object.values<CodeDefinition>(definitions).map((definition) => ({
    ...definition,
    code: `${plugin}.${definition.code}`,
  }));
  return {
    namespace,
    definitions: Object.fromEntries(prefixed.map((definition) => [definition.code, definition])) as CodeSet<
      Prefixed<Plugin, Given>
    >['definitions'],
  };
};
