import { z } from 'zod';

type Check = (text: string) => boolean;

const checkOf = (schema: z.ZodType<string>): Check => {
  return (text) => schema.safeParse(text).success;
};

/** Formats that zod 4.2.0 does not have yet. A project with an older zod cannot ask for them. */
const newer: Partial<Pick<typeof z, 'creditCard' | 'iban'>> = z;

/** Formats whose rule is more than the pattern that zod publishes. They accept exactly what zod accepts. */
export const zodFormats: Readonly<Record<string, Check>> = {
  uri: checkOf(z.url()),
  jwt: checkOf(z.jwt()),
  ipv6: checkOf(z.ipv6()),
  cidrv6: checkOf(z.cidrv6()),
  base64: checkOf(z.base64()),
  base64url: checkOf(z.base64url()),
  ...(newer.creditCard && { credit_card: checkOf(newer.creditCard()) }),
  ...(newer.iban && { iban: checkOf(newer.iban()) }),
};

/** The options of a URL or a JSON Web Token that JSON Schema has no keyword for. They are published under this one. */
export const formatKeyword = 'x-recourse-format';

/** The value of the keyword. Patterns are for the native engine; registration has judged them. */
export interface FormatOptions {
  readonly [option: string]: string;
}

/** Creates the check of one set of options. */
export const createFormatCheck = ({ hostname, protocol, alg }: FormatOptions): Check =>
  alg === undefined
    ? checkOf(
        z.url({
          ...(hostname !== undefined && { hostname: new RegExp(hostname, 'u') }),
          ...(protocol !== undefined && { protocol: new RegExp(protocol, 'u') }),
        }),
      )
    : checkOf(z.jwt({ alg: alg as never }));
