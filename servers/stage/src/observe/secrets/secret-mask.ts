/** Shown instead of a secret. It has the same length for every secret; an empty field has no value. */
export const secretMask = '[secret]';
