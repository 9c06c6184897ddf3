/** Imports what its arguments name, one after the other, and prints the milliseconds that each took. */
const times = [];
for (const specifier of process.argv.slice(2)) {
  const start = performance.now();
  await import(specifier);
  times.push(performance.now() - start);
}
process.stdout.write(JSON.stringify(times));
