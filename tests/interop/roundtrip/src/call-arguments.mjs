const ownHeaders = new Set(
  'accept accept-encoding authorization connection content-encoding content-length content-type cookie expect host keep-alive proxy-authorization set-cookie te trailer transfer-encoding upgrade user-agent'.split(
    ' ',
  ),
);

/**
 * The arguments of a call for what was planned, under the names that the adapter has for it. `dropped` lists what the
 * adapter does not offer.
 */
export const argumentsFor = (operation, original, plan) => {
  const dropped = [];
  const given = {};
  const placeholders = [...original.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const ours = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
  const paged = new Set([operation.paging?.parameter, operation.paging?.sizeParameter].filter(Boolean));
  for (const { name, in: place, value } of plan.parameters) {
    const own =
      place === 'path'
        ? operation.parameters.find((each) => each.in === 'path' && each.name === ours[placeholders.indexOf(name)])
        : operation.parameters.find((each) => each.in === place && each.wireName === name);
    if (own) given[own.name] = value;
    else if (place === 'query' && paged.has(name)) continue;
    else if (place === 'header' && ownHeaders.has(name.toLowerCase())) continue;
    else dropped.push(`${place} '${name}'`);
  }
  // An update needs an `input`, also if nothing is to change.
  if (plan.body) addBody(operation, plan.body, given, dropped);
  else if (isUpdate(operation)) given.input = {};
  return { given, dropped };
};

const addBody = (operation, { value, media }, given, dropped) => {
  const whole = operation.parameters.find((each) => each.in === 'body' && each.whole);
  if (whole) {
    given[whole.name] = whole.file ? { ...fileOf(value), ...typeWithin(media) } : value;
    return;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    dropped.push('the body');
    return;
  }
  const members = isUpdate(operation)
    ? (operation.input ?? [])
    : operation.parameters.filter((each) => each.in === 'body');
  const target = isUpdate(operation) ? (given.input = {}) : given;
  const others = members.find(({ spread }) => spread);
  for (const [name, member] of Object.entries(value)) {
    const own = members.find(({ wireName, spread }) => wireName === name && !spread);
    if (own) target[own.name] = own.file ? filesOf(member) : member;
    else if (others) target[others.name] = { ...target[others.name], [name]: member };
    else if (isUpdate(operation) && operation.input === undefined) target[name] = member;
    else dropped.push(`member '${name}'`);
  }
};

const isUpdate = ({ category, parameters }) =>
  category === 'update' && !parameters.some(({ name }) => name === 'input');

/** An operation that takes all types of one kind is told which one it gets. */
const typeWithin = (media) => (/^\w+\/\*$/.test(media) ? { content_mime_type: media.replace('*', 'x-bytes') } : {});

const filesOf = (value) => (Array.isArray(value) ? value.map(fileOf) : fileOf(value));
const fileOf = (value) => ({ content: String(value), content_encoding: 'utf-8', file_name: 'file.bin' });
