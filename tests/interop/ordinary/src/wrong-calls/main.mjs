/** Makes the wrong calls and prints how they ended: `npm run wrong-calls`; with `--write`, also into docs/recovery.md. */
import { runWrongCalls } from './run-wrong-calls.mjs';
import { wrongCalls } from './servers/index.mjs';
import { tableOf, writeTable } from './table.mjs';

const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice(7);
const rows = [];
for (const one of wrongCalls) {
  if (only && !one.server.name.includes(only)) continue;
  const without = await runWrongCalls(one, { withPack: false });
  for (const [index, row] of (await runWrongCalls(one)).entries())
    rows.push({ ...row, isMappedWithout: without[index].isMapped, unsafe: row.unsafe + without[index].unsafe });
}
for (const row of rows)
  if (!row.isMapped || !row.isRight)
    console.error(`${row.server}  ${row.kind} ${row.tool}: wanted ${row.code}, found ${row.found ?? 'nothing'}; ${row.end}, ${row.sent} sent; ${row.words.slice(0, 300)}`); // prettier-ignore
console.log(await tableOf(rows));
if (process.argv.includes('--write')) await writeTable(rows);
process.exitCode = rows.some(({ unsafe }) => unsafe > 0) ? 1 : 0;
