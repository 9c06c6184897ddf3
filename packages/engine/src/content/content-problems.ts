import { isJsonObject } from '@recourse/contract';

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

type Fields = Readonly<Record<string, unknown>>;

const problemsByType: Readonly<Record<string, (block: Fields) => readonly string[]>> = {
  text: (block) => texts(block, 'text'),
  image: (block) => [...texts(block, 'mimeType'), ...bytes(block, 'data')],
  audio: (block) => [...texts(block, 'mimeType'), ...bytes(block, 'data')],
  resource: ({ resource }) => {
    if (!isJsonObject(resource)) return ['resource is missing'];
    const contents = 'blob' in resource ? bytes(resource, 'blob') : texts(resource, 'text');
    return [...texts(resource, 'uri'), ...contents];
  },
  resource_link: (block) => texts(block, 'uri', 'name'),
};

/** Lists the problems with the blocks of a result. A client that checks them would discard the whole answer. */
export const contentProblems = (blocks: unknown): readonly string[] => {
  if (!Array.isArray(blocks)) return ['content must be a list of blocks'];
  return blocks.flatMap((block: unknown, index) => {
    const type = isJsonObject(block) ? block['type'] : undefined;
    const judge = typeof type === 'string' && Object.hasOwn(problemsByType, type) ? problemsByType[type] : undefined;
    if (!judge || !isJsonObject(block)) return [`content[${index}] has an unknown type`];
    return judge(block).map((problem) => `content[${index}]: ${problem}`);
  });
};

const texts = (fields: Fields, ...names: readonly string[]): readonly string[] =>
  names.filter((name) => typeof fields[name] !== 'string').map((name) => `${name} must be a string`);

const bytes = (fields: Fields, name: string): readonly string[] => {
  const value = fields[name];
  return typeof value === 'string' && base64.test(value) ? [] : [`${name} must be base64`];
};
