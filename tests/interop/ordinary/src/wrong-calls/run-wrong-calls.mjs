import { isDeepStrictEqual } from 'node:util';
import { recovering } from '@recourse/client';
import { packs } from '@recourse/client/packs';
import { openLab } from '../lab.mjs';
import { callOf } from '../servers.mjs';
import { createWatch } from '../watch.mjs';

/** A call is waited for no longer than this, so that a swallowed answer costs little. */
const attemptMs = 4_000;

/**
 * Makes every wrong call of a server, each in a world of its own where it needs one, and judges the outcome.
 * Without its pack a server has another name, and only the rules for all servers apply.
 */
export const runWrongCalls = async ({ server, calls }, { withPack = true } = {}) => {
  const rows = [];
  const shared = calls.filter(({ before, trouble }) => !before && !trouble);
  const apart = calls.filter(({ before, trouble }) => before || trouble);
  for (const group of [shared, ...apart.map((one) => [one])]) {
    if (group.length > 0) rows.push(...(await runGroup(server, group, withPack)));
  }
  return rows;
};

const runGroup = async (server, group, withPack) => {
  const lab = await openLab(server, { before: group[0].before });
  const waits = [];
  const watch = createWatch({
    sleep: async () => {
      for (const wait of waits.splice(0)) await wait();
    },
  });
  try {
    const pack = packs[server.name];
    const rules = withPack ? pack : { names: [], reads: pack.reads ?? [], rules: [] };
    const inner = await lab.connect();
    if (!withPack) inner.getServerVersion = () => ({ name: 'another', version: '1' });
    const client = recovering(inner, {
      ...watch.options,
      allow: [],
      trustAnnotations: false,
      checkArguments: true,
      rules,
      reconnect: lab.connect,
    });
    const rows = [];
    for (const wrong of group) {
      watch.clear();
      lab.tape.calls.splice(0);
      await wrong.trouble?.({ world: lab.world, tape: lab.tape, onWait: (end) => waits.push(end) });
      const recovered = await client.recover(callOf(server, wrong, lab.world), { timeout: attemptMs });
      rows.push(judge(server, wrong, { recovered, watch, lab }));
    }
    return rows;
  } finally {
    await lab.close();
  }
};

const judge = (server, wrong, { recovered, watch, lab }) => {
  const { kind, tool, code } = wrong;
  const sent = lab.tape.calls;
  const found = watch.failures()[0]?.code;
  const isMapped = found === code;
  const isRight = {
    corrected: () => sent.length === 1 && isDeepStrictEqual(sent[0].arguments, JSON.parse(JSON.stringify(callOf(server, { tool, arguments: wrong.sent }, lab.world).arguments))), // prettier-ignore
    retried: () => sent.length === 2 && recovered.end === 'succeeded',
    refused: () => sent.length === 0,
    told: () => sent.length === 1,
  }[kind]();
  return {
    server: server.name,
    kind,
    tool,
    code,
    found,
    isMapped,
    isRight,
    end: recovered.end,
    sent: sent.length,
    /** A write that was sent again, whatever the outcome of the first. */
    unsafe: server.writes.includes(tool) ? Math.max(0, sent.length - 1) : 0,
    words: recovered.failure?.message ?? '',
    inferred: recovered.inferred,
  };
};
