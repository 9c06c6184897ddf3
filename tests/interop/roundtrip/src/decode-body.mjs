import busboy from 'busboy';
import qs from 'qs';
import { coerce } from './decode-parameters.mjs';

/** Reads the body of a request by its content type, with libraries that the runtime does not use. */
export const decodeBody = async ({ headers, body }, { schema, value, encoding }, combine) => {
  const type = String(headers['content-type'] ?? '').toLowerCase();
  if (/[/+]json/.test(type)) return JSON.parse(body.toString('utf8'));
  if (type.startsWith('application/x-www-form-urlencoded')) {
    const parsed = qs.parse(body.toString('utf8'), {
      depth: 20,
      arrayLimit: 1000,
      parameterLimit: 20_000,
      charset: 'utf-8',
    });
    return coerce(byEncoding(parsed, encoding), value, schema, combine);
  }
  if (type.startsWith('multipart/')) return coerce(fieldsIn(await partsOf(headers, body)), value, schema, combine);
  return type.startsWith('text/') ? body.toString('utf8') : body.toString('latin1');
};

const separators = { spaceDelimited: ' ', pipeDelimited: '|', form: ',' };

/** Members that the document writes as one pair: a list with separators, or JSON. */
const byEncoding = (parsed, encoding) =>
  Object.fromEntries(
    Object.entries(parsed).map(([name, raw]) => {
      const { style, explode, contentType } = encoding[name] ?? {};
      if (typeof raw !== 'string' || style === 'deepObject') return [name, raw];
      if (style === undefined && explode === undefined && /[/+]json/.test(contentType ?? '')) {
        return [name, JSON.parse(raw)];
      }
      const isJoined = explode === false || (explode !== true && style !== undefined && style !== 'form');
      return [name, isJoined ? raw.split(separators[style ?? 'form']) : raw];
    }),
  );

/** The parts whose media type is not the one that the document states. */
export const partProblems = async ({ headers, body }, { encoding }) => {
  if (!String(headers['content-type']).startsWith('multipart/')) return [];
  return (await partsOf(headers, body)).flatMap(({ name, mimeType }) => {
    const stated = encoding[name]?.contentType?.split(',').map((type) => type.split(';')[0].trim().toLowerCase()) ?? [];
    // Of several types, or with a wildcard, the caller names the one of the file.
    const isStated = stated.length === 1 && !stated[0].includes('*');
    return isStated && stated[0] !== mimeType.toLowerCase()
      ? [`the part '${name}' is ${mimeType}, not ${stated[0]}`]
      : [];
  });
};

const partsOf = (headers, body) =>
  new Promise((resolve, reject) => {
    const parts = [];
    const parser = busboy({ headers, limits: { fieldSize: 10 * 1024 * 1024 } });
    parser.on('field', (name, text, { mimeType }) => parts.push({ name, text, mimeType }));
    parser.on('file', (name, stream, { mimeType }) => {
      const part = { name, text: '', mimeType };
      const chunks = [];
      parts.push(part);
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => (part.text = Buffer.concat(chunks).toString('utf8')));
    });
    parser.on('error', reject);
    parser.on('close', () => resolve(parts));
    parser.end(body);
  });

const fieldsIn = (parts) => {
  const fields = new Map();
  for (const { name, text, mimeType } of parts) {
    const value = /[/+]json$/.test(mimeType) ? JSON.parse(text) : text;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  // Names with brackets are nested, as in a form.
  return nest([...fields].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
};

const nest = (entries) =>
  entries.some(([name]) => name.includes('['))
    ? qs.parse(Object.fromEntries(entries), { depth: 20, arrayLimit: 1000 })
    : Object.fromEntries(entries);
