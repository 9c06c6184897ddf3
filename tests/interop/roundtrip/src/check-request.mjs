import { isDeepStrictEqual } from 'node:util';
import { decodeBody, partProblems } from './decode-body.mjs';
import { decodeParameter, pairsOf } from './decode-parameters.mjs';
import { isIgnored } from './plan-calls.mjs';
import { typeOf } from './values.mjs';

/** Everything that is wrong with a request, compared with the document and with what was asked for. */
export const checkRequest = async (request, original, plan, { validator, combine, schemes, credentials }) => {
  const problems = [];
  const report = (problem) => problems.push(problem);
  const [path, query = ''] = request.url.split(/\?(.*)/s, 2);
  if (request.method !== original.method) report(`method ${request.method}`);
  // A fragment tells operations on one path apart, and is not sent.
  const values = matchPath(original.path.split('#')[0], path);
  if (!values) return [`path ${path}`];
  const parts = { query, path: values, headers: request.headers };
  const sent = new Map(plan.parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
  for (const parameter of original.parameters) {
    const asked = sent.get(`${parameter.in} ${parameter.name}`);
    let value;
    try {
      value = decodeParameter(parameter, asked?.isPaged ? undefined : asked?.value, parts, combine);
    } catch (error) {
      report(`${parameter.in} '${parameter.name}' cannot be read: ${error.message}`);
      continue;
    }
    if (value === undefined) {
      if (asked && !asked.isPaged) report(`${parameter.in} '${parameter.name}' is missing`);
      continue;
    }
    const problem = await validator.problem(parameter.pointer, value);
    if (problem !== undefined)
      report(`${parameter.in} '${parameter.name}' is not valid: ${problem} (${JSON.stringify(value)?.slice(0, 80)})`);
    const isOwn = plan.paged.has(parameter.name) || isKey(parameter, schemes) || isIgnored(parameter);
    if (!asked && !isOwn && !isDeepStrictEqual(combine(parameter.schema).default, value))
      report(`${parameter.in} '${parameter.name}' was not asked for`);
    if (asked && !asked.isPaged && !isDeepStrictEqual(value, asked.value))
      report(
        `${parameter.in} '${parameter.name}' is ${JSON.stringify(value)?.slice(0, 80)}, not ${JSON.stringify(asked.value)?.slice(0, 80)}`,
      );
  }
  for (const name of undeclaredIn(query, original, schemes, combine)) report(`query '${name}' is not in the document`);
  if (plan.body) await checkBody(request, plan.body, { validator, combine, report });
  else if (request.body.length > 0 && original.bodies.length === 0) report('an unexpected body');
  if (!isAcceptable(request.headers.accept, original.answers)) {
    report(`accepts ${request.headers.accept}, not ${original.answers.join(', ')}`);
  }
  const unsigned = securityProblem(request, original.security, schemes, credentials);
  if (unsigned) report(unsigned);
  return problems;
};

/** Some documents list keys as parameters; the runtime fills them in. */
const isKey = ({ in: place, name }, schemes) =>
  Object.values(schemes).some((scheme) => scheme.type === 'apiKey' && scheme.in === place && scheme.name === name);

/** The names in a query that no parameter of the document, no member of one and no key has. */
const undeclaredIn = (query, { path, parameters }, schemes, combine) => {
  const declared = new Set(pairsOf(path.split('#')[0].split('?')[1] ?? '').map(([name]) => name));
  for (const scheme of Object.values(schemes)) if (scheme.in === 'query') declared.add(scheme.name);
  for (const parameter of parameters.filter((each) => each.in === 'query')) {
    const schema = combine(parameter.schema);
    const isSpread = parameter.style === 'form' && parameter.explode && typeOf(schema) === 'object';
    declared.add(parameter.name);
    if (isSpread) for (const name of Object.keys(schema.properties ?? {})) declared.add(name);
  }
  const sent = pairsOf(query).map(([name]) => decodeURIComponent(name));
  const isDeclared = (name) => declared.has(name) || declared.has(name.replace(/\[.*$/s, ''));
  return new Set(sent.filter((name) => !isDeclared(name)));
};

const checkBody = async (request, body, { validator, combine, report }) => {
  if (request.body.length === 0 && !(typeof body.value === 'object' && Object.keys(body.value ?? {}).length === 0))
    return report('the body is missing');
  if (request.body.length === 0) return;
  const type = String(request.headers['content-type'] ?? '')
    .split(';')[0]
    .trim()
    .toLowerCase();
  const wanted = body.media.split(';')[0].trim().toLowerCase();
  if (wanted !== type && wanted !== '*/*' && !(wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))))
    report(`content type ${type}, not ${body.media}`);
  let value;
  try {
    value = await decodeBody(request, body, combine);
  } catch (error) {
    return report(`the body cannot be read: ${error.message}`);
  }
  const problem = await validator.problem(body.pointer, value);
  if (problem !== undefined) report(`the body is not valid: ${problem}`);
  for (const wrong of await partProblems(request, body)) report(wrong);
  const sent = withoutDefaults(value, body.value, body.schema, combine);
  if (!isDeepStrictEqual(sent, body.value)) report(`the body differs: ${differenceOf(sent, body.value)}`);
};

/** The runtime sends the default of a member that is left out, as the document has it. */
const withoutDefaults = (value, asked, schema, combine) => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { properties = {} } = combine(schema);
  return Object.fromEntries(
    Object.entries(value).filter(([name, member]) => {
      if (Object.hasOwn(asked ?? {}, name)) return true;
      return !isDeepStrictEqual(combine(properties[name] ?? {}).default, member);
    }),
  );
};

const differenceOf = (one, other, at = '') => {
  if (typeof one === 'object' && typeof other === 'object' && one !== null && other !== null) {
    for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (!isDeepStrictEqual(one[key], other[key])) return differenceOf(one[key], other[key], `${at}/${key}`);
    }
  }
  return `${at} is ${JSON.stringify(one)?.slice(0, 80)}, not ${JSON.stringify(other)?.slice(0, 80)}`;
};

const matchPath = (template, path) => {
  const names = [];
  const source = template.split(/(\{[^{}]+\})/).map((part) => {
    const [, name] = /^\{([^{}]+)\}$/.exec(part) ?? [];
    if (name === undefined) return part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    names.push(name);
    return '([^/]*?)';
  });
  const match = new RegExp(`^${source.join('')}$`).exec(path);
  return match && Object.fromEntries(names.map((name, index) => [name, match[index + 1]]));
};

/** Whether one of the media types that are asked for is one that the operation answers with. */
const isAcceptable = (accept = '*/*', answers) =>
  answers.length === 0 || accept.split(/,\s*/).some((wanted) => answers.some((answer) => fits(wanted, answer)));

const fits = (one, other) => {
  const [type, subtype] = one.split('/');
  const [otherType, otherSubtype] = other.split('/');
  const isSame = (a, b) => a === b || a === '*' || b === '*';
  return isSame(type, otherType) && isSame(subtype, otherSubtype);
};

const securityProblem = ({ headers, url }, demanded, schemes, credentials) => {
  if (!Array.isArray(demanded)) return undefined;
  if (demanded.length === 0) {
    const sent = JSON.stringify([headers, url]);
    return credentials.some((secret) => sent.includes(secret)) ? 'is signed although nothing demands it' : undefined;
  }
  const fulfils = (name) => {
    const scheme = schemes[name] ?? {};
    const { authorization = '', cookie = '' } = headers;
    const isSecret = (text) => credentials.some((secret) => text?.includes(secret));
    if (scheme.type === 'http' && scheme.scheme?.toLowerCase() === 'basic') return authorization.startsWith('Basic ');
    if (scheme.type === 'apiKey' && scheme.in === 'header') return isSecret(headers[scheme.name.toLowerCase()]);
    if (scheme.type === 'apiKey' && scheme.in === 'query')
      return isSecret(new URL(url, 'http://x').searchParams.get(scheme.name));
    if (scheme.type === 'apiKey' && scheme.in === 'cookie')
      return isSecret(new RegExp(`(?:^|; )${scheme.name}=([^;]*)`).exec(cookie)?.[1]);
    return authorization.startsWith('Bearer ') && isSecret(authorization);
  };
  return demanded.some((alternative) => Object.keys(alternative).every(fulfils))
    ? undefined
    : 'is not signed as demanded';
};
