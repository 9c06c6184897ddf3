import { isHidden } from '../../observe/visibility.ts';
import type { FoundTarget } from '../../reading/target.ts';

/** The states that a wait can combine. */
export const flagNames = [
  'visible',
  'enabled',
  'disabled',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'focused',
  'readonly',
  'required',
  'invalid',
  'busy',
] as const;
export type FlagName = (typeof flagNames)[number];
type FlagValue = boolean | 'mixed';
export type Flags = Readonly<Record<FlagName, FlagValue>>;
/** The states that must hold together. */
export type WantedFlags = Readonly<Partial<Record<FlagName, FlagValue | undefined>>>;

/** All states of an element, from one look. A state that does not apply is false. */
export const flagsOf = ({ node, placed: { element } }: FoundTarget): Flags => {
  const { state } = element;
  const isDisabled = state.disabled === true;
  return {
    visible: !isHidden(node),
    enabled: !isDisabled,
    disabled: isDisabled,
    checked: state.checked ?? false,
    selected: state.selected ?? false,
    expanded: state.expanded ?? false,
    pressed: state.pressed ?? false,
    focused: state.focused ?? false,
    readonly: state.readonly ?? false,
    required: state.required ?? false,
    invalid: state.invalid ?? false,
    busy: state.busy ?? false,
  };
};

/** Whether all wanted states hold at the same moment. */
export const haveFlags = (flags: Flags, wanted: WantedFlags): boolean =>
  flagNames.every((name) => wanted[name] === undefined || wanted[name] === flags[name]);

/** The wanted states for a message: `enabled, not checked`. */
export const describeFlags = (wanted: WantedFlags): string =>
  flagNames
    .filter((name) => wanted[name] !== undefined)
    .map((name) => (wanted[name] === 'mixed' ? `${name} mixed` : wanted[name] ? name : `not ${name}`))
    .join(', ');
