import { hostileTable } from '../case.ts';
import type { HostileCase } from '../case.ts';
import { invalidPath, scope } from './codes.ts';

const profile = 'good/plain.info';

/** Paths that lead out and also have the wrong extension: the scope is judged first. */
export const scopeFirst: readonly HostileCase[] = [
  ...hostileTable({ class: 'scope-first', project: 'agent' }, [
    [scope, { configPath: '/etc/passwd' }],
    [scope, { configPath: '../x' }],
    [scope, { configPath: 'link-out/passwd' }],
    [scope, { configPath: 'dangling.info' }],
    [scope, { configPath: 'dangling-inside' }, 'suggest'],
    [scope, { configPath: '/etc/passwd', baseProfile: profile }, 'compare'],
    [scope, { configPath: '..', profile }, 'report'],
    [scope, { configPath: 'loop', profile }, 'debt'],
    [scope, { configPath: '{root}/../outside/policy', profile }, 'badge'],
    [scope, { configPath: 'package.json/../../outside/x', dryRun: true }, 'pr-comment'],
    [scope, { configPath: '{beside}/secret.info' }],
    [scope, { configPath: 'link-file.info' }],
    [scope, { output: '/etc/passwd', profile }, 'badge'],
    [scope, { output: '../x', profile }, 'report'],
    [scope, { output: 'link-out/evil.sh', profile }, 'badge'],
    [scope, { output: 'dangling.info', profile }, 'report'],
    [scope, { output: '~/.bashrc', profile }, 'report'],
    [scope, { configPath: '/etc/passwd' }, 'init'],
    [scope, { historyPath: '/tmp/x' }, 'record'],
    // A file that is used as a folder lies inside.
    [invalidPath, { configPath: 'package.json/policy.yaml' }],
    [invalidPath, { configPath: 'src/math.js/deep/policy' }, 'debt'],
    [invalidPath, { profile: 'package.json/x.info' }, 'debt'],
    [invalidPath, { profile: `${profile}/`, configPath: `${profile}/x.yaml` }, 'debt'],
    [invalidPath, { output: 'src/math.js/x.svg', profile }, 'badge'],
    [invalidPath, { output: 'src/math.js/x.html', profile }, 'report'],
    [invalidPath, { baseProfile: 'package.json/x.info' }, 'compare'],
  ]),
  ...hostileTable({ class: 'scope-first', project: 'pipeline', tool: 'record' }, [
    [scope, { historyPath: '/tmp/x', profile }],
    [scope, { historyPath: '../x', profile }],
    [scope, { historyPath: 'link-out/history', profile }],
    [scope, { historyPath: 'dangling.svg', profile }],
    [scope, { configPath: '/etc/passwd' }, 'init'],
    [scope, { configPath: 'link-out/x' }, 'init'],
    [scope, { configPath: 'dangling.info', force: true }, 'init'],
    [scope, { configPath: '../x', profile, writeConfig: true }, 'suggest'],
    [invalidPath, { historyPath: 'package.json/history.json', profile }],
    [invalidPath, { configPath: 'package.json/policy.yaml' }, 'init'],
  ]),
];
