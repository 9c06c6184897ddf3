import { isJsonObject } from '@recourse/contract';
import type { JsonSchema } from '@recourse/contract';
import type { z } from 'zod';

/** MCP's keyword for arguments that clients repeat in a header, so that proxies can route by them. */
const headerKeyword = 'x-mcp-header';

/** An argument that a caller over HTTP repeats in a header (2026-07-28). */
export interface ParamHeader {
  /** In lower case, as in Node. */
  readonly header: string;
  /** The path of the argument. */
  readonly path: readonly string[];
}

/** An argument that clients also send in the header `Mcp-Param-<name>`. The front door compares the two. */
export const inHeader = <Schema extends z.ZodType>(schema: Schema, name: string): Schema =>
  schema.meta({ ...schema.meta(), [headerKeyword]: name });

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const allowedTypes: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);

/** The headers that a schema declares, and the problems with them: clients reject a tool with invalid declarations. */
export const findParamHeaders = (
  schema: JsonSchema,
): { readonly headers: readonly ParamHeader[]; readonly problems: readonly string[] } => {
  const headers: ParamHeader[] = [];
  const problems: string[] = [];
  const visit = (inner: unknown, path: readonly string[]): void => {
    if (!isJsonObject(inner)) return;
    const name = inner[headerKeyword];
    if (name !== undefined) {
      const place = path.join('.');
      const header = `mcp-param-${String(name).toLowerCase()}`;
      if (typeof name !== 'string' || !token.test(name))
        problems.push(`${place}: '${String(name)}' is not a header name`);
      if (!allowedTypes.has(inner['type']))
        problems.push(`${place}: only strings, integers and booleans fit in a header`);
      if (headers.some((other) => other.header === header)) problems.push(`${place}: '${String(name)}' is taken`);
      headers.push({ header, path });
    }
    if (isJsonObject(inner['properties'])) {
      for (const [key, property] of Object.entries(inner['properties'])) visit(property, [...path, key]);
    }
  };
  visit(schema, []);
  if (countMarks(schema) > headers.length) {
    problems.push(`'${headerKeyword}' is only allowed on properties of the arguments, not inside a choice or a list`);
  }
  return { headers, problems };
};

const countMarks = (value: unknown): number => {
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + countMarks(item), 0);
  if (!isJsonObject(value)) return 0;
  const own = Object.hasOwn(value, headerKeyword) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, inner) => sum + countMarks(inner), own);
};
