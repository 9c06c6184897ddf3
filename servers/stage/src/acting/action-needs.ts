/** The conditions that an element must meet before an action touches it. */
export interface Needs {
  /** It is laid out, has a size and is not hidden. */
  readonly visible: boolean;
  /** It does not move or change its size from one frame to the next. */
  readonly stable: boolean;
  /** Neither it nor a group around it is disabled. */
  readonly enabled: boolean;
  /** It is not read-only. */
  readonly writable: boolean;
  /** It, and not an element in front of it, receives a click at its place. */
  readonly receivesEvents: boolean;
}

const nothing: Needs = { visible: false, stable: false, enabled: false, writable: false, receivesEvents: false };
const pointer: Needs = { ...nothing, visible: true, stable: true, receivesEvents: true };
const field: Needs = { ...nothing, visible: true, enabled: true, writable: true };

/** The conditions of each action. They are checked repeatedly until all hold or the time is up. */
export const actionNeeds = {
  click: { ...pointer, enabled: true },
  hover: pointer,
  drag: pointer,
  check: { ...pointer, enabled: true },
  type: field,
  clear: field,
  focus: { ...nothing, visible: true },
  // Editors hide the element that takes the keys; their content is clicked.
  editor: nothing,
  editorContent: pointer,
  select: { ...nothing, visible: true, enabled: true },
  // Pages hide file inputs and show a button of their own.
  files: { ...nothing, enabled: true },
  drop: pointer,
  scroll: nothing,
} as const satisfies Readonly<Record<string, Needs>>;

/** With `force`, an element only needs a place, and only for the mouse. */
const forced = ({ receivesEvents }: Needs): Needs => ({ ...nothing, visible: receivesEvents });

/** The conditions of an action, or of the same action with `force`. */
export const needsOf = (needs: Needs, force: boolean): Needs => (force ? forced(needs) : needs);
