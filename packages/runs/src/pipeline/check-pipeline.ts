import { endStates } from '../model/states.ts';
import type { Transitions } from '../model/states.ts';
import type { PipelineDefinition } from './definitions.ts';
import type { z } from 'zod';

const workerName = /^[a-z][a-z0-9_-]{0,63}$/u;
const artifactName = /^[a-z][a-z0-9_.-]{0,99}$/u;
const stateName = /^[A-Z][A-Z0-9_]{0,63}$/u;

/** Throws if a definition contradicts itself. Every problem is named at once. */
export const checkPipeline = (
  definition: PipelineDefinition<z.ZodType>,
  transitions: Transitions,
  needed: Transitions,
): void => {
  const problems = [
    ...nameProblems(definition),
    ...artifactProblems(definition),
    ...transitionProblems(transitions, needed),
  ];
  if (problems.length > 0) throw new TypeError(`Pipeline '${definition.name}':\n- ${problems.join('\n- ')}`);
};

const workersOf = ({ steps, gates = [], fixers = [], publish }: PipelineDefinition<z.ZodType>) => [
  ...steps,
  ...gates,
  ...fixers,
  ...(publish ? [publish] : []),
];

const nameProblems = (definition: PipelineDefinition<z.ZodType>): readonly string[] => {
  const names = workersOf(definition).map(({ name }) => name);
  const states = Object.keys(definition.transitions ?? {});
  return [
    ...(definition.steps.length === 0 ? ['steps must not be empty'] : []),
    ...[definition.name, ...names]
      .filter((name) => !workerName.test(name))
      .map((name) => `name '${name}' must match ${workerName.source}`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `name '${name}' is used twice`),
    ...[...states, ...definition.steps.map(({ enters }) => enters)]
      .filter((state) => !stateName.test(state))
      .map((state) => `state '${state}' must match ${stateName.source}`),
    ...definition.steps
      .filter(({ enters }) => endStates.includes(enters))
      .map(({ name, enters }) => `step '${name}' must not enter ${enters}, which ends the run`),
  ];
};

const artifactProblems = (definition: PipelineDefinition<z.ZodType>): readonly string[] => {
  const declared = Object.keys(definition.artifacts);
  const isDeclared = (name: string): boolean => Object.hasOwn(definition.artifacts, name);
  const bare = (name: string): string => name.replace(/\/\*$/u, '');
  const made = new Set<string>(definition.report ? [definition.report.makes] : []);
  const problems = declared
    .filter((name) => !artifactName.test(name))
    .map((name) => `artifact '${name}' must match ${artifactName.source}`);
  for (const worker of workersOf(definition)) {
    const makes = 'makes' in worker ? (worker.makes ?? []) : [];
    const needs = (worker.needs ?? []).map(bare);
    for (const name of [...needs, ...makes]) {
      if (!isDeclared(name)) problems.push(`'${worker.name}' refers to artifact '${name}', which is not declared`);
    }
    for (const name of needs) {
      if (isDeclared(name) && !made.has(name)) {
        problems.push(`'${worker.name}' needs '${name}', which no earlier step makes`);
      }
    }
    for (const name of makes) made.add(name);
  }
  const { report, publish, steps } = definition;
  if (report && !isDeclared(report.makes)) {
    problems.push(`the report refers to artifact '${report.makes}', which is not declared`);
  }
  for (const name of publish?.refreshes ?? []) {
    if (!steps.some((step) => step.name === name))
      problems.push(`'${publish?.name}' refreshes '${name}', which is not a step`);
  }
  return problems;
};

const transitionProblems = (transitions: Transitions, needed: Transitions): readonly string[] =>
  Object.entries(needed).flatMap(([from, all]) =>
    all.filter((to) => !transitions[from]?.includes(to)).map((to) => `transitions must allow ${from} → ${to}`),
  );
