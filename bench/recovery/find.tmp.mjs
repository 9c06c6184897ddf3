import { scenariosOf } from './world/scenarios.mjs';
import { runScenario } from './measure/run-scenario.mjs';
const [from, to] = process.argv.slice(2).map(Number);
let n = 0;
for (let seed = from; seed <= to; seed++)
  for (const s of scenariosOf(seed)) {
    if (s.expect === 'silent') continue;
    const r = await runScenario(s, 'contract', 'recourse');
    n++;
    if (!(r.recovered || r.correctStop) || r.duplicates || r.unsafeRetries || r.strays || r.falseSuccess)
      console.log(
        s.id,
        s.expect,
        s.sentTool,
        JSON.stringify(s.sent),
        JSON.stringify(s.task.arguments),
        'dup',
        r.duplicates,
        'unsafe',
        r.unsafeRetries,
        '\n' + r.ended.explain?.(),
        r.ended.text.slice(0, 500),
      );
  }
console.log(n, 'runs');
