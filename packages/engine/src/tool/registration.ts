import { isJsonObject } from '@recourse/contract';
import type { JsonSchema, Registry } from '@recourse/contract';
import { taskSupports } from '../call/task-request.ts';
import { clientUses } from '../client/client-use.ts';
import type { Fields } from '../fields/find-fields.ts';
import { unknownKinds } from '../guards/unknown-kinds.ts';
import { dangerLevels, operationTypes, readingOperations, trustLevels } from '../levels.ts';
import type { OperationDefinition } from './define-tool.ts';

/** Names that the envelopes use: a success with such fields could not be distinguished from a failure. */
const reservedOutputs: ReadonlySet<string> = new Set(['ok', '_meta', 'warnings', 'code']);
const toolName = /^[A-Za-z0-9_.-]{1,128}$/;

/** Lists the problems of an operation, for its author. */
export const registrationProblems = (
  definition: Omit<OperationDefinition, 'run'>,
  fields: Fields,
  output: JsonSchema | undefined,
  registry: Registry,
): readonly string[] => {
  const { name, operation, danger, trust, enabledFor, idempotency } = definition;
  const problems: string[] = [];
  if (!toolName.test(name)) problems.push("name: use 1 to 128 letters, digits, '_', '.' and '-'");
  problems.push(...levelProblems({ operation, danger }));
  if (trust !== undefined && !trustLevels.includes(trust))
    problems.push(`trust: must be one of ${trustLevels.join(', ')}`);
  if (enabledFor !== undefined && !trustLevels.includes(enabledFor))
    problems.push(`enabledFor: must be one of ${trustLevels.join(', ')}`);
  const takesCode = fields.guards.some(({ kind }) => kind === 'code');
  if (operation === 'eval' && !takesCode) problems.push("an 'eval' operation needs a field of kind code: code({ … })");
  if (operation !== 'eval' && takesCode) problems.push("a field of kind code needs operation: 'eval'");
  if (readingOperations.has(operation) && danger !== 'safe') {
    problems.push(`a '${operation}' operation only reads: set danger to 'safe', or use another operation`);
  }
  if (fields.unreachable > 0) {
    problems.push(
      'input: a guarded or sensitive field is behind a $ref, where it cannot be found; write its schema inline',
    );
  }
  for (const kind of unknownKinds(fields.guards)) problems.push(`input: no guard supports the kind '${kind}'`);
  for (const code of definition.errors) {
    const found = registry.find(code);
    if (!found) problems.push(`errors: '${code}' is not in any registry; add it to the codes of the tool`);
    else if (found.kind !== 'error')
      problems.push(`errors: '${code}' is a ${found.kind}, and no call can fail with it`);
  }
  const properties = isJsonObject(output?.['properties']) ? Object.keys(output['properties']) : [];
  for (const taken of properties.filter((property) => reservedOutputs.has(property))) {
    problems.push(`output: '${taken}' is reserved for the envelope; choose another name`);
  }
  for (const use of definition.client ?? []) {
    if (!clientUses.includes(use)) problems.push(`client: '${use}' must be one of ${clientUses.join(', ')}`);
  }
  const { task, beginsTask = false } = definition;
  if (task !== undefined && !taskSupports.includes(task)) {
    problems.push(`task: must be one of ${taskSupports.join(', ')}`);
  }
  if (beginsTask && task === undefined) problems.push("beginsTask: needs task: 'optional' or 'required'");
  const argument = idempotency?.argument;
  const inputs = fields.properties;
  if (argument !== undefined && !inputs.includes(argument)) {
    problems.push(`idempotency: '${argument}' is not an argument of the tool`);
  }
  for (const { metric, warn, pause, stop, windowMs } of definition.quotas ?? []) {
    if (!(windowMs > 0)) problems.push(`quota '${metric}': windowMs must be more than 0`);
    const thresholds = [warn, pause, stop].filter((threshold) => threshold !== undefined);
    const rising = thresholds.every((threshold, index) => threshold >= (thresholds[index - 1] ?? 0));
    if (!rising) problems.push(`quota '${metric}': warn, pause and stop must not decrease`);
    if (thresholds.length === 0) problems.push(`quota '${metric}': set at least one of warn, pause and stop`);
  }
  return problems;
};

/** The problems of an operation that does not declare its type or its danger, or declares an unknown one. */
export const levelProblems = ({
  operation,
  danger,
}: Pick<OperationDefinition, 'operation' | 'danger'>): readonly string[] => [
  ...(operationTypes.includes(operation) ? [] : [`operation: must be one of ${operationTypes.join(', ')}`]),
  ...(dangerLevels.includes(danger) ? [] : [`danger: must be one of ${dangerLevels.join(', ')}`]),
];

/** One error with everything that is wrong; nothing if nothing is. */
export const refuse = (name: string, problems: readonly string[]): void => {
  if (problems.length > 0) throw new TypeError(`'${name}' cannot be registered:\n- ${problems.join('\n- ')}`);
};
