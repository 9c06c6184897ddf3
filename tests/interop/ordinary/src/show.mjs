/** Prints what the guide shows of ordinary servers: `node src/show.mjs`. */
import { openLab } from './lab.mjs';
import { callOf } from './servers.mjs';
import { filesystem } from './servers/filesystem.mjs';
import { sqlite } from './servers/sqlite.mjs';

const scenes = [
  {
    title: 'server-filesystem: the server is killed while it reads.',
    server: filesystem,
    call: { tool: 'read_text_file', arguments: filesystem.well.read_text_file },
    fault: 'kill before answer',
  },
  {
    title: 'mcp-sqlite: the answer to an INSERT is lost.',
    server: sqlite,
    call: { tool: 'create_record', arguments: sqlite.well.create_record },
    fault: 'swallow',
  },
  {
    title: 'mcp-sqlite: somebody else holds the lock.',
    server: sqlite,
    call: sqlite.badly.find(({ tool, before }) => tool === 'create_record' && before),
  },
];

for (const { title, server, call, fault } of scenes) {
  const lab = await openLab(server, { before: call.before });
  const client = await lab.connectWrapped();
  await client.listTools();
  if (fault) lab.tape.faults.push(fault);
  const recovered = await client.recover(callOf(server, call, lab.world), { timeout: 2_000 });
  console.log(`${title}\n${recovered.explain()}\n   calls that reached the server: ${lab.tape.calls.length}`);
  if (server === sqlite) console.log(`   rows in the table: ${(await lab.snapshot()).visits.length}`);
  await lab.close();
}
