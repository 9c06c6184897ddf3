// Writes a policy and a history, over and over, until it is killed or has done what it was asked for:
// `writer.mjs <root> <times> <from>`. After each step that is complete it says its number.
import { appendHistory, applySuggestions } from '../../../dist/policy/index.js';

const [root, times, from] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const say = (text) => new Promise((resolve) => process.stdout.write(`${text}\n`, resolve));

await say('ready');
for (let number = from + 1; number <= from + times; number += 1) {
  const entry = { timestamp: '2026-01-01T00:00:00Z', commit: String(number), overall: 50, domains: {} };
  const appended = await appendHistory({ root }, entry);
  if ('code' in appended) throw new Error(JSON.stringify(appended));
  await say(`history ${number}`);
  if (process.argv[5] === 'history') continue;
  const suggestion = { domain: 'core', currentPercent: 0, currentMin: 0, suggestedMin: number / 100, reason: '' };
  const applied = await applySuggestions({ root }, [suggestion]);
  if ('code' in applied) throw new Error(JSON.stringify(applied));
  await say(`policy ${number}`);
}
