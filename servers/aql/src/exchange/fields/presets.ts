import type { AdapterOperation } from '../../adapter/adapter.ts';

const known = ['minimal', 'standard', 'full'];

/** The presets that an operation takes. */
export const presetsOf = ({ fieldSets }: AdapterOperation): readonly string[] => [
  ...new Set([...known, ...Object.keys(fieldSets)]),
];

/** The paths of a preset. Where the file does not say what one keeps, it keeps everything: nothing is guessed away. */
export const presetOf = ({ fieldSets }: AdapterOperation, name: string): readonly string[] | undefined =>
  Object.hasOwn(fieldSets, name) ? fieldSets[name] : undefined;
