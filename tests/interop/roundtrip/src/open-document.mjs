const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'];

/**
 * Reads a document for the checks: its operations, with references followed one by one. Nothing of this is shared with
 * the generator.
 *
 * @param {string} text
 */
export const openDocument = (text) => {
  const document = JSON.parse(text);
  const isOld = document.openapi.startsWith('3.0');
  const follow = (value) => {
    let found = value;
    let pointer;
    for (let steps = 0; typeof found?.$ref === 'string' && steps < 50; steps += 1) {
      pointer = found.$ref;
      found = at(document, pointer);
    }
    // From 3.1 on, keywords next to a reference count too.
    const { $ref, ...beside } = typeof value?.$ref === 'string' ? value : {};
    return { value: found ?? {}, pointer, ...(!isOld && $ref !== undefined && { beside }) };
  };
  const operations = Object.entries(document.paths).flatMap(([path, entry]) => {
    const item = follow(entry);
    const itemPointer = item.pointer ?? pointerOf('paths', withoutHash(path));
    return methods.flatMap((method) => {
      const operation = item.value[method];
      if (!operation || typeof operation !== 'object') return [];
      const pointer = `${itemPointer}/${method}`;
      return [
        {
          id: `${method.toUpperCase()} ${path}`,
          method: method.toUpperCase(),
          path,
          security: operation.security ?? document.security,
          parameters: parametersOf(operation, pointer, item.value, itemPointer, follow),
          bodies: bodiesOf(operation, pointer, follow),
          isBodyRequired: follow(operation.requestBody).value.required === true,
          answers: answersOf(operation, follow),
        },
      ];
    });
  });
  return { document, operations, follow, schemes: document.components?.securitySchemes ?? {} };
};

/** The media types of successful answers. */
const answersOf = ({ responses = {} }, follow) =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.keys(follow(response).value.content ?? {}))
    .map((media) => media.split(';')[0].trim().toLowerCase());

/** The validator does not find a key with a `#`, so that it has another name there. */
export const withoutHash = (path) => path.replaceAll('#', '!');

export const pointerOf = (...keys) =>
  `#${keys.map((key) => `/${encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')}`;

const at = (document, pointer) => {
  let value = document;
  for (const token of pointer.replace(/^#\/?/, '').split('/').filter(Boolean)) {
    value = value?.[decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
};

const parametersOf = (operation, pointer, item, itemPointer, follow) => {
  const found = new Map();
  const add = (list, base) => {
    for (const [index, entry] of (list ?? []).entries()) {
      const { value, pointer: target } = follow(entry);
      const place = target ?? `${base}/parameters/${index}`;
      const key = `${value.in} ${value.in === 'header' ? String(value.name).toLowerCase() : value.name}`;
      if (!found.has(key)) found.set(key, describe(value, place));
    }
  };
  add(operation.parameters, pointer);
  add(item.parameters, itemPointer);
  return [...found.values()].filter(({ name, in: place }) => typeof name === 'string' && typeof place === 'string');
};

const defaultStyles = { query: 'form', cookie: 'form', path: 'simple', header: 'simple' };

const describe = (value, pointer) => {
  const [media] = Object.keys(value.content ?? {});
  const style = value.style ?? defaultStyles[value.in];
  const schema = media === undefined ? value.schema : value.content[media].schema;
  return {
    name: value.name,
    in: value.in,
    required: value.required === true || value.in === 'path',
    style,
    explode: value.explode ?? style === 'form',
    media,
    schema: schema ?? {},
    pointer: schema && (media === undefined ? `${pointer}/schema` : `${pointer}/content/${encode(media)}/schema`),
  };
};

const encode = (key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'));

const bodiesOf = (operation, pointer, follow) => {
  if (operation.requestBody === undefined) return [];
  const { value, pointer: target } = follow(operation.requestBody);
  const base = target ?? `${pointer}/requestBody`;
  return Object.entries(value.content ?? {}).map(([media, entry]) => {
    const place = follow(entry);
    const content = place.pointer ?? `${base}/content/${encode(media)}`;
    return {
      media,
      schema: place.value.schema ?? {},
      encoding: place.value.encoding ?? {},
      pointer: place.value.schema && `${content}/schema`,
    };
  });
};
