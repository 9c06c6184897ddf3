/** Returns the beginning of a string, and whether there was more. No character is cut in two. */
export const cut = (text: string, longest: number): { readonly text: string; readonly isCut: boolean } => {
  if (text.length <= longest) return { text, isCut: false };
  const whole = text.slice(0, longest);
  return { text: /[\uD800-\uDBFF]$/.test(whole) ? whole.slice(0, -1) : whole, isCut: true };
};
