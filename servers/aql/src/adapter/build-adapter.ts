import type { Adapter, AdapterOperation, Auth, Category } from './adapter.ts';
import { categories } from './adapter.ts';
import type { adapterRule } from './fields/adapter-fields.ts';
import { buildAuth, signedPlace } from './fields/auth-fields.ts';
import { buildErrors } from './fields/error-fields.ts';
import { buildApiLimits, buildQuotas } from './fields/limit-fields.ts';
import { buildOperation } from './fields/build-operation.ts';
import type { OperationSection } from './fields/operation-fields.ts';
import { buildParameters } from './fields/parameter-fields.ts';
import { buildTarget } from './fields/target-fields.ts';
import { wireNamesOf } from './parameter-style.ts';
import { buildTypes } from './fields/type-fields.ts';
import { caution, duplicate, missing, unresolved, wrong } from './rules/findings.ts';
import type { Report } from './rules/findings.ts';

type AdapterSection = NonNullable<ReturnType<typeof adapterRule>>;

interface Built {
  readonly section: OperationSection;
  readonly category: Category;
  readonly operation: AdapterOperation | undefined;
}

/** The model of what was read; what one field alone could not tell is found here. */
export const buildAdapter = (section: AdapterSection, documentation: string, report: Report): Adapter | undefined => {
  const { is, at, has } = section;
  const shared = new Map((is.shared_parameters ?? []).map(({ name, value }) => [name, value]));
  buildParameters(is.shared_parameters ?? [], { shared, placement: () => 'body', report });
  const types = buildTypes(is.types ?? [], shared, report);
  const typeNames = types.map(({ name }) => name);
  const auths = new Map<string, Auth | undefined>([
    ['none', { type: 'none' }],
    ...(is.other_auth ?? []).map(
      (other) => [other.name, buildAuth(other.value, is.name ?? 'adapter', report)] as const,
    ),
  ]);
  const built = categories.flatMap((category): Built[] =>
    (is.operations?.is[category] ?? []).map((one) => ({
      section: one,
      category,
      operation: buildOperation(one, { category, shared, auths, typeNames, report }),
    })),
  );
  checkNames(built, report);
  checkReads(built, report);
  if (is.operations && categories.every((category) => !is.operations?.has(category))) {
    report(missing(at('operations'), 'an operation under create, read, update, delete or execute'));
  }
  if (!has('trust')) {
    report(
      caution(
        { ...section.place, path: 'trust' },
        "Without 'trust', the adapter counts as untested: every operation except introspect is refused",
        "set trust: { level: generated } once the file passes the check, and 'validated' once it has been tested",
      ),
    );
  }
  const auth = buildAuth(is.auth, is.name ?? 'adapter', report);
  const signs = [auth, ...auths.values()].some((each) => each?.type !== 'none');
  const target = buildTarget(is.target, signs, report);
  checkSignedPlaces(built, auth, report);
  const params = new Set(built.flatMap(({ operation }) => operation?.parameters.map((one) => one.name) ?? []));
  const errors = buildErrors(is.error_codes ?? [], is.error_mapping ?? [], { params, report });
  const limits = { apiLimits: buildApiLimits(is.rate_limits, report), quotas: buildQuotas(is.rate_limits, report) };
  const { name, version, description } = is;
  if (name === undefined || version === undefined || description === undefined || !target || !auth) return undefined;
  return {
    name,
    version,
    description,
    ...target,
    auth,
    headers: Object.fromEntries((is.headers ?? []).map((header) => [header.name, header.value])),
    trustClaim: (typeof is.trust === 'object' ? is.trust.is.level : is.trust) ?? 'untested',
    operations: built.flatMap(({ operation }) => operation ?? []),
    types,
    ...errors,
    statuses: is.statuses ?? 'corrected',
    ...limits,
    documentation,
  };
};

/** A parameter cannot have the place of a credential. */
const checkSignedPlaces = (built: readonly Built[], auth: Auth | undefined, report: Report): void => {
  for (const { operation, section } of built) {
    const own = operation?.auth ?? auth ?? { type: 'none' };
    const signed = new Set((own.type === 'combined' ? own.parts : [own]).map(signedPlace));
    const clash = operation?.parameters.find((parameter) =>
      wireNamesOf(parameter).some((wireName) => signed.has(`${parameter.in} '${wireName.toLowerCase()}'`)),
    );
    if (clash) {
      const expected = `no parameter '${clash.name}', because the credential is sent under the same name`;
      report(wrong(section.at('params'), expected, { actual: 'one' }));
    }
  }
};

/** A name is one operation, whichever endpoint it is reached through. */
const checkNames = (built: readonly Built[], report: Report): void => {
  const first = new Map<string, Built>();
  for (const one of built) {
    const { name } = one.section.is;
    if (name === undefined) continue;
    const before = first.get(name);
    if (!before) first.set(name, one);
    else {
      const where =
        before.category === one.category
          ? `in ${one.category} endpoint`
          : `in ${before.category} and ${one.category} endpoints`;
      report(
        duplicate(one.section.at('name'), `Operation '${name}' defined multiple times ${where}`, {
          suggestion: `the first one is ${before.section.place.path}`,
        }),
      );
    }
  }
};

/** `read_with` names a read by GET whose required parameters the operation has too. */
const checkReads = (built: readonly Built[], report: Report): void => {
  const operations = new Map(built.flatMap(({ operation }) => (operation ? [[operation.name, operation]] : [])));
  for (const { section, category } of built) {
    const wanted = section.is.read_with;
    if (wanted === undefined) continue;
    const place = section.at('read_with');
    const read = operations.get(wanted);
    const reads = [...operations.values()].filter(({ method, category: of }) => of === 'read' && method === 'GET');
    if (category === 'read') report(wrong(place, 'to be in an operation that writes', { actual: 'one under read' }));
    else if (!read)
      report(
        unresolved(
          place,
          wanted,
          'operations',
          reads.map(({ name }) => name),
        ),
      );
    else if (!reads.includes(read)) report(wrong(place, 'a read operation mapped to GET', { actual: `'${wanted}'` }));
    else {
      const given = new Set(section.is.params?.map(({ name }) => name));
      const lacking = read.parameters
        .filter(({ name, required }) => required && !given.has(name))
        .map(({ name }) => name);
      if (lacking.length > 0) {
        report(
          wrong(place, "a read operation that requires only the operation's own parameters", {
            actual: `one that also requires ${lacking.join(', ')}`,
          }),
        );
      }
    }
  }
};
