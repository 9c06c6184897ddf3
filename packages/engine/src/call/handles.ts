/** Values that a guard has checked and that check again when they are used, by the JSON Pointer of their field. */
export type Handles = ReadonlyMap<string, unknown>;

export const noHandles: Handles = new Map();
