import { didYouMean } from '../../terminal/did-you-mean.ts';
import { contractPackage } from '../collect/built-in-codes.ts';
import { parseCodeName } from '../code-name.ts';
import type { Facts, OwningPackage } from '../facts.ts';
import type { Rule, RuleFinding } from './rule.ts';

/** The prefix of a plugin's code says who failed, so that only the plugin itself may write it, and only its own codes. */
export const foreignPluginCode: Rule = {
  id: 'foreign-plugin-code',
  check: (facts) => {
    const plugins = readPlugins(facts);
    return facts.produced.flatMap((produced): readonly RuleFinding[] => {
      const name = parseCodeName(produced.code);
      const plugin = name?.plugin === null ? undefined : plugins.get(name?.plugin ?? '');
      if (!name || !plugin) return [];
      const finding = { place: produced.place, code: produced.code };
      if (!plugin.codes.has(name.code)) {
        const message = `The registry of '${name.plugin}' does not declare ${name.code}.`;
        const hint = `Declare it there, or use a code that it declares.${didYouMean(name.code, [...plugin.codes])}`;
        return [{ ...finding, message, hint }];
      }
      const here = produced.owner?.directory ?? null;
      if (plugin.owners.has(here)) return [];
      const owners = [...plugin.names].sort().join(', ');
      return [
        {
          ...finding,
          message: `The codes of '${name.plugin}' belong to ${owners}.`,
          hint: 'Use a code of your own or a core code, and return failures of the plugin unchanged.',
        },
      ];
    });
  },
};

interface Plugin {
  readonly codes: Set<string>;
  readonly owners: Set<string | null>;
  readonly names: Set<string>;
}

const readPlugins = ({ declared, builtIn }: Facts): ReadonlyMap<string, Plugin> => {
  const plugins = new Map<string, Plugin>();
  const add = (namespace: string | null | undefined, code: string, owner: OwningPackage | null, name: string): void => {
    if (typeof namespace !== 'string') return;
    const plugin = plugins.get(namespace) ?? { codes: new Set(), owners: new Set(), names: new Set() };
    plugins.set(namespace, plugin);
    plugin.codes.add(code);
    plugin.names.add(name);
    if (owner !== null || name !== contractPackage) plugin.owners.add(owner?.directory ?? null);
  };
  for (const { namespace, code } of builtIn) add(namespace, code, null, contractPackage);
  for (const { namespace, code, owner } of declared) add(namespace, code, owner, owner?.name ?? 'another directory');
  return plugins;
};
