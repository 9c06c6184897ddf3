/** Repairs of a call from what a sentence says about it, each as far as the sentence goes. */

/** @type {(args: any, text: string) => any} */
export const correctType = (args, text) => {
  const name = /([\w.]+): Invalid input: expected (?:number|integer|boolean), received string/.exec(text)?.[1];
  const sent = name === undefined ? undefined : args[name];
  if (typeof sent !== 'string' || !/^-?\d+(?:\.\d+)?$/.test(sent)) return undefined;
  return { ...args, [String(name)]: Number(sent) };
};

/** @type {(args: any, text: string, tool: any) => any} */
export const correctName = (args, text, tool) => {
  const missing =
    /([\w.]+): Invalid (?:input|option):[^,]*, received undefined/.exec(text)?.[1] ??
    /(\w+): Invalid option/.exec(text)?.[1];
  const known = Object.keys(tool?.inputSchema?.properties ?? {});
  const near = Object.keys(args).filter((name) => !known.includes(name) && distance(name, missing ?? '') <= 2);
  if (missing === undefined || near.length !== 1) return undefined;
  const { [near[0]]: value, ...rest } = args;
  return { ...rest, [missing]: value };
};

/** @type {(args: any, text: string) => any} */
export const correctValue = (args, text) => {
  const found = /(\w+): Invalid option: expected one of (.+)/.exec(text);
  if (!found) return undefined;
  const [, name, list] = found;
  const near = list
    .split('|')
    .map((value) => value.replaceAll('"', ''))
    .filter((value) => distance(value, String(args[name])) <= 2);
  return near.length === 1 ? { ...args, [name]: near[0] } : undefined;
};

/** @type {(tools: readonly any[], name: string) => string | undefined} */
export const correctTool = (tools, name) => {
  const near = tools.filter((tool) => distance(tool.name, name) <= 2);
  return near.length === 1 ? near[0].name : undefined;
};

/** A tool whose name says that it opens things again, if the arguments are there for it. @type {(tools: readonly any[], args: any) => Call | undefined} */
export const reopenFor = (tools, args) => {
  const tool = tools.find(({ name, inputSchema }) => /reopen|unlock/.test(name) && hasAll(inputSchema, args));
  return tool && { tool: tool.name, arguments: pick(tool.inputSchema, args) };
};

/** Nothing to write into: perhaps its folder is missing. @type {(tools: readonly any[], written: any, args: any) => Call | undefined} */
export const folderFor = (tools, written, { path }) => {
  if (written?.annotations?.readOnlyHint === true || typeof path !== 'string') return undefined;
  const tool = tools.find(({ name }) => /create_(?:folder|directory)|mkdir/.test(name));
  return tool && { tool: tool.name, arguments: { path: path.slice(0, path.lastIndexOf('/')) } };
};

/** @typedef {{ tool: string, arguments: Record<string, unknown> }} Call */

/** @type {(schema: any, args: any) => boolean} */
export const hasAll = (schema, args) => {
  const needed = schema.required ?? [];
  return needed.length > 0 && needed.every((/** @type {string} */ name) => args[name] !== undefined);
};
/** @type {(schema: any, args: any) => any} */
export const pick = (schema, args) =>
  Object.fromEntries((schema.required ?? []).map((/** @type {string} */ name) => [name, args[name]]));

/** How many letters two words differ by (Levenshtein). @type {(one: string, other: string) => number} */
const distance = (one, other) => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1)
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length];
};
