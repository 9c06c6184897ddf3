/** Rows with each column as wide as its widest cell; the last one ends where it ends. */
export const alignColumns = (rows: readonly (readonly string[])[], gap = 2): readonly string[] => {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.entries()) widths[index] = Math.max(widths[index] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd((widths[index] ?? 0) + gap))
      .join('')
      .trimEnd(),
  );
};
