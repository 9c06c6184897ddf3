/** Whether one slip of the pen makes one word of the other: a letter too many, too few or wrong, or two in each other's place. */
export const isOneSlip = (one: string, other: string): boolean => {
  if (one === other || Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  let [end, otherEnd] = [one.length, other.length];
  while (end > start && otherEnd > start && one[end - 1] === other[otherEnd - 1]) {
    end -= 1;
    otherEnd -= 1;
  }
  const [differs, meant] = [one.slice(start, end), other.slice(start, otherEnd)];
  if (differs.length <= 1 && meant.length <= 1) return true;
  return differs.length === 2 && meant.length === 2 && differs[0] === meant[1] && differs[1] === meant[0];
};
