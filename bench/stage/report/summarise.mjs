import { median } from '../../src/statistics.mjs';

const ours = 'recourse';
/** The task that shows whether a server sees what is in front of an element. */
const coveredTask = 'covered';

/**
 * The figures of each server, and ours as ratios to the others.
 *
 * @param {{ readonly results: Record<string, readonly import('../src/run-task.mjs').TaskResult[]>, readonly listings: Record<string, { tools: number, tokens: number, launch: number }>, readonly speed?: Record<string, Record<string, import('../src/speed.mjs').Timing>> }} run
 */
export const summarise = ({ results, listings, speed }) => {
  const servers = Object.entries(results).map(([name, list]) => ({
    name,
    tasks: list.length,
    done: list.filter(isDone).length,
    cannot: list.filter(({ outcome }) => outcome === 'cannot').length,
    wrong: sum(list.map(({ wrong }) => wrong.length)),
    false: sum(list.map((result) => result.false.length)),
    calls: sum(list.map(({ calls }) => calls)),
    tokens: sum(list.map(({ tokens }) => tokens)),
    listing: listings[name],
    seconds: sum(list.map(({ ms }) => ms)) / 1000,
  }));
  const peers = servers.filter(({ name }) => name !== ours);
  const mine = results[ours];
  if (!mine) return { servers, tasks: tasksOf(results), shared: [], targets: [], timings: [] };
  const shared = peers.map(({ name }) => sharedTokens(name, results));
  const passing = peers
    .map(({ name }) => name)
    .filter((name) => results[name].some(({ task, outcome }) => task === coveredTask && outcome === 'done'));
  const timings = speed ? timingsOf(speed, passing) : [];
  return {
    servers,
    tasks: tasksOf(results),
    shared,
    timings,
    passing,
    targets: targetsOf(servers[0], shared, tasksOf(results), timings),
  };
};

const isDone = ({ outcome }) => outcome === 'done';
const sum = (values) => values.reduce((total, value) => total + value, 0);

/** Tokens of both on the tasks that a peer has done: a task that fails early costs little. */
const sharedTokens = (name, results) => {
  const done = new Set(results[name].filter(isDone).map(({ task }) => task));
  const tokensOf = (who) => sum(results[who].filter(({ task }) => done.has(task)).map(({ tokens }) => tokens));
  const [own, peer] = [tokensOf(ours), tokensOf(name)];
  return { name, tasks: done.size, ours: own, peer, ratio: own / peer };
};

/** Each task with the tokens of every server that has done it, and our ratio to the cheapest peer. */
const tasksOf = (results) => {
  const names = Object.keys(results);
  return (results[names[0]] ?? []).map(({ task }) => {
    const cells = Object.fromEntries(names.map((name) => [name, results[name].find((result) => result.task === task)]));
    const costs = names.filter((name) => name !== ours && isDone(cells[name])).map((name) => cells[name].tokens);
    const own = cells[ours];
    const ratio = own && isDone(own) && costs.length > 0 ? own.tokens / Math.min(...costs) : undefined;
    return { task, cells, ...(ratio !== undefined && { ratio }) };
  });
};

/** Our medians beside those of the fastest peer that passes the task of the covered element. */
const timingsOf = (speed, passing) =>
  ['launch', 'snapshot', 'state', 'click'].flatMap((what) => {
    const rows = Object.entries(speed).flatMap(([name, timings]) => {
      const timing = timings[what];
      return timing ? [{ name, ms: median(timing.ms), cpuMs: timing.cpuMs / timing.calls }] : [];
    });
    const fastest = rows.filter(({ name }) => passing.includes(name)).toSorted((one, other) => one.ms - other.ms)[0];
    const own = rows.find(({ name }) => name === ours);
    return own && fastest
      ? [{ what, rows, fastest: fastest.name, ratio: own.ms / fastest.ms, cpuRatio: own.cpuMs / fastest.cpuMs }]
      : [];
  });

const limits = { launch: 1.1, snapshot: 1, state: 1, click: 1.2 };

/** @returns {readonly import('../../src/report.mjs').Target[]} */
const targetsOf = (own, shared, tasks, timings) => {
  const worst = shared.toSorted((one, other) => other.ratio - one.ratio)[0];
  const above = tasks.filter(({ ratio }) => ratio !== undefined && ratio > 1.2);
  return [
    { what: 'tasks done', measured: own.done, limit: own.tasks, bound: 'at least', unit: 'tasks' },
    { what: 'actions on wrong elements', measured: own.wrong, limit: 0, unit: 'actions' },
    { what: 'false successes', measured: own.false, limit: 0, unit: 'actions' },
    ...(worst
      ? [{ what: `tokens of all tasks, vs. ${worst.name}`, measured: worst.ratio, limit: 0.6, unit: '×' }]
      : []),
    { what: 'tasks above 1.2 × the cheapest peer', measured: above.length, limit: 0, unit: 'tasks' },
    ...timings.map(({ what, ratio, fastest }) => ({
      what: `${what === 'state' ? 'state of one element' : what}, vs. ${fastest}`,
      measured: ratio,
      limit: limits[what],
      unit: '×',
    })),
  ];
};
