const leastWritten = 0.9;

/**
 * Lists the rules that a document's result breaks: every written operation is called and round-trips, at least 90 % of
 * the operations are written, and no fewer are sendable than in the baseline. `allowed` holds today's shortfalls of the
 * document, which may only shrink: one that no longer exists is a broken rule too.
 */
export const judge = (result, { baseline, allowed = {} } = {}) => {
  const broken = [];
  const { operations, written, sendable, called, failures } = result;
  if (operations === 0) broken.push('the document has no operations');
  if (result.refused !== allowed.refused) broken.push(`the document is refused: ${result.refused ?? 'no longer'}`);
  const isEnough = written >= leastWritten * operations;
  if (!isEnough && allowed.written === undefined)
    broken.push(`${written} of ${operations} operations are written, fewer than 90 %`);
  if (!isEnough && written < (allowed.written ?? 0))
    broken.push(`${written} operations are written, fewer than the ${allowed.written} of the listed shortfall`);
  if (allowed.written !== undefined && (isEnough || written > allowed.written))
    broken.push(`the listed shortfall of written operations is out of date: ${written} are written`);
  const isWhole = called === written;
  if (isWhole && baseline !== undefined && sendable < (allowed.sendable ?? baseline.sendable))
    broken.push(`${sendable} operations are sendable, fewer than the ${baseline.sendable} of the baseline`);
  const listed = new Set(allowed.failures ?? []);
  for (const { operation, problems } of failures) {
    if (!listed.delete(operation)) broken.push(`${operation}: ${problems.join('; ')}`);
  }
  const uncalled = new Set(allowed.uncalled ?? []);
  for (const { operation, problems } of result.unplanned.filter(({ checked }) => checked === 0)) {
    if (!uncalled.delete(operation)) broken.push(`${operation} could not be called: ${problems.join('; ')}`);
  }
  if (isWhole) for (const operation of uncalled) broken.push(`${operation} is listed as uncalled, and can be called`);
  if (isWhole) for (const operation of listed) broken.push(`the listed failure of ${operation} no longer occurs`);
  return broken;
};
