import { isJsonObject } from '@recourse/contract';
import type { JsonObject, JsonSchema } from '@recourse/contract';
import { z } from 'zod';
import type { Question } from './question.ts';

/** The result of a form: the values that the user entered, or a refusal. */
export type FormAnswer<Content = JsonObject> =
  { readonly action: 'accept'; readonly content: Content } | { readonly action: 'decline' | 'cancel' };

/** The result of asking the user to open a page. Consent does not mean that the user has opened it. */
export interface PageAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
}

export interface Form<Fields extends z.ZodObject | JsonSchema> {
  readonly message: string;
  /** A flat object: strings, numbers, booleans and choices. Clients can show nothing else. */
  readonly fields: Fields;
}

type ContentOf<Fields> = Fields extends z.ZodObject ? z.output<Fields> : JsonObject;

const shownTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array']);

/** Asks the user to fill in a form. Accepted values fit the fields; never ask for secrets this way. */
export const elicit = <const Fields extends z.ZodObject | JsonSchema>({
  message,
  fields,
}: Form<Fields>): Question<'elicitation', FormAnswer<ContentOf<Fields>>> => {
  const requestedSchema = schemaOf(fields);
  // Zod and not Ajv, which keeps every schema that it has ever compiled: a handler makes new forms for each call.
  const content = fields instanceof z.ZodObject ? fields : z.fromJSONSchema(requestedSchema);
  return {
    kind: 'elicitation',
    method: 'elicitation/create',
    params: { mode: 'form', message, requestedSchema },
    read: (answer) => {
      const action = actionOf(answer);
      if (action !== 'accept') return action && { action };
      const { success, data } = content.safeParse((answer as { readonly content?: unknown }).content ?? {});
      return success ? { action, content: data as ContentOf<Fields> } : undefined;
    },
  };
};

/** Asks the user to open a page: to sign in, to pay, or to enter data that the client must not see. */
export const elicitPage = (page: {
  readonly message: string;
  readonly url: string;
}): Question<'elicitation', PageAnswer> => ({
  kind: 'elicitation',
  method: 'elicitation/create',
  params: { mode: 'url', ...page },
  read: (answer) => {
    const action = actionOf(answer);
    return action && { action };
  },
});

const actionOf = (answer: unknown): 'accept' | 'decline' | 'cancel' | undefined => {
  const action = isJsonObject(answer) ? answer['action'] : undefined;
  return action === 'accept' || action === 'decline' || action === 'cancel' ? action : undefined;
};

/**
 * Converts the fields to the form schema that clients know. Fields that they could not show are a mistake in the
 * handler.
 */
const schemaOf = (fields: z.ZodObject | JsonSchema): JsonSchema => {
  const { properties = {}, required } = (
    fields instanceof z.ZodObject ? z.toJSONSchema(fields, { io: 'input' }) : fields
  ) as JsonSchema;
  if (!isJsonObject(properties)) throw new TypeError("'properties' of a form must be an object");
  for (const [name, field] of Object.entries(properties)) {
    if (!isJsonObject(field) || !shownTypes.has(field['type'])) {
      throw new TypeError(`Clients cannot show the field '${name}': use a string, a number, a boolean or a choice`);
    }
  }
  return { type: 'object', properties, ...(required !== undefined && { required }) };
};
