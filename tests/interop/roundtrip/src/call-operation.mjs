import { argumentsFor } from './call-arguments.mjs';
import { checkRequest } from './check-request.mjs';

/**
 * Calls one operation once for every plan, and checks the requests that it makes. `unplanned` says for which plans no
 * valid values were found: those calls are not made.
 */
export const callOperation = async (operation, original, context) => {
  const problems = new Set();
  const unplanned = new Set();
  let checked = 0;
  for (const planned of await context.plan(original, bodyFor(operation, original), {
    takesNull: operation.readWith === undefined,
  })) {
    if (planned.problem !== undefined) {
      unplanned.add(planned.problem);
      continue;
    }
    checked += 1;
    for (const problem of await callOnce(planned, operation, original, context)) problems.add(problem);
  }
  return { problems: [...problems], unplanned: [...unplanned], checked };
};

const callOnce = async (planned, operation, original, context) => {
  const { server, recorder } = context;
  const asked = { ...planned, parameters: planned.parameters.filter((each) => !isCredential(each, context.schemes)) };
  const { given, dropped } = argumentsFor(operation, original, asked);
  const paged = new Set([operation.paging?.parameter, operation.paging?.sizeParameter].filter(Boolean));
  const parameters = asked.parameters.map((each) => ({
    ...each,
    isPaged: each.in === 'query' && paged.has(each.name),
  }));
  recorder.expect(answerFor(operation, planned.body, context.combine));
  const outcome = await server.call({
    tool: 'mcp_aql',
    arguments: { operation: operation.name, params: given },
    caller: { transport: 'in-process', local: true },
  });
  const request = recorder.recorded().at(-1);
  const lost = dropped.map((what) => `does not offer ${what}`);
  if (!request) return [...lost, `was refused: ${outcome.code} ${outcome.message?.slice(0, 160)}`];
  return [...lost, ...(await checkRequest(request, original, { ...planned, parameters, paged }, context))];
};

/** Some documents list keys as parameters; the runtime fills them in, and callers cannot. */
const isCredential = ({ in: place, name }, schemes) =>
  Object.values(schemes).some((scheme) => scheme.type === 'apiKey' && scheme.in === place && scheme.name === name);

/** The body that an adapter sends: the one of its media type, or else JSON. */
const bodyFor = (operation, { bodies, method }) => {
  if (method === 'GET' || method === 'HEAD') return undefined;
  const isOf = (test) => bodies.find(({ media }) => test(media.split(';')[0].trim().toLowerCase()));
  return (
    isOf((media) => media === operation.mediaType) ??
    isOf((media) => media === 'application/json') ??
    isOf((media) => media.includes('json')) ??
    isOf((media) => media === '*/*') ??
    bodies[0]
  );
};

/**
 * A list where the operation expects a page, so that the runtime asks for no other one. For an update, what is read
 * first has the members that requests must not have.
 */
const answerFor = ({ paging, readWith }, body, combine) => {
  if (readWith !== undefined && body) {
    const members = Object.entries(combine(body.schema).properties ?? {});
    return Object.fromEntries(
      members.filter(([, member]) => combine(member).readOnly === true).map(([name]) => [name, 'read-only']),
    );
  }
  if (!paging) return {};
  if (paging.itemsAt === undefined) return [];
  const answer = {};
  const names = paging.itemsAt.split('.');
  let inner = answer;
  for (const name of names.slice(0, -1)) inner = inner[name] = {};
  inner[names.at(-1)] = [];
  return answer;
};
