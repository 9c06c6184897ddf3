import type { Json } from '@recourse/contract';
import { stringify } from 'yaml';
import { categories } from '../adapter/adapter.ts';
import type { Auth } from '../adapter/adapter.ts';
import { usualFirst } from '../adapter/fields/paging-fields.ts';
import type { DraftMapping } from './errors.ts';
import type { DraftOperation } from './operations/draft-operation.ts';
import type { DraftParameter } from './parameters/draft-parameter.ts';
import type { DraftLimit } from './rate-limits.ts';
import type { DraftType } from './types.ts';

/** Everything that an adapter file says to programs. */
export interface DraftAdapter {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly baseUrl: string;
  readonly auth: Auth;
  /** Further ways to sign, by the names that operations use. */
  readonly otherAuth: ReadonlyMap<string, Auth>;
  readonly operations: readonly DraftOperation[];
  readonly types: readonly DraftType[];
  readonly mappings: readonly DraftMapping[];
  readonly limits: readonly DraftLimit[];
}

/** The front matter, in the words of dialect A. Same draft, same bytes. */
export const renderFrontMatter = (draft: DraftAdapter): string => {
  const document = {
    name: draft.name,
    type: 'adapter',
    version: draft.version,
    description: draft.description,
    target: { base_url: draft.baseUrl, transport: 'http', protocol: 'rest', serialization: 'json' },
    auth: authFields(draft.auth),
    ...(draft.otherAuth.size > 0 && {
      other_auth: Object.fromEntries([...draft.otherAuth].map(([name, auth]) => [name, authFields(auth)])),
    }),
    trust: { level: 'generated', generated_by: 'recourse aql generate' },
    operations: Object.fromEntries(
      categories.flatMap((category) => {
        const own = draft.operations.filter((operation) => operation.category === category);
        return own.length > 0 ? [[category, own.map((operation) => operationFields(operation))]] : [];
      }),
    ),
    ...(draft.types.length > 0 && { types: draft.types.map((type) => typeFields(type)) }),
    ...(draft.mappings.length > 0 && {
      error_mapping: Object.fromEntries(
        draft.mappings.map(({ status, code, template }) => [status, { code, message_template: template }]),
      ),
    }),
    ...(draft.limits.length > 0 && { rate_limits: { api_limits: draft.limits } }),
  };
  // No block scalars and no anchors: every string is on one line, where it is used.
  return stringify(document, { lineWidth: 0, blockQuote: false, aliasDuplicateObjects: false, version: '1.2' });
};

const authFields = (auth: Auth): Record<string, unknown> => ({
  ...wayFields(auth),
  ...(auth.optional && { optional: true }),
});

const wayFields = (auth: Auth): Record<string, unknown> => {
  switch (auth.type) {
    case 'none':
      return { type: 'none' };
    case 'bearer':
      return { type: 'bearer', token_env: auth.tokenEnv };
    case 'basic':
      return { type: 'basic', username_env: auth.usernameEnv, password_env: auth.passwordEnv };
    case 'api_key':
      return {
        type: 'api_key',
        key_env: auth.keyEnv,
        [keyFields[auth.in]]: auth.name,
      };
    case 'combined':
      return { type: 'combined', parts: auth.parts.map(wayFields) };
  }
};

const keyFields = { header: 'header_name', query: 'query_param', cookie: 'cookie_name' } as const;

const operationFields = (operation: DraftOperation): Record<string, unknown> => {
  const { danger, paging, input, example } = operation;
  const isNoted = danger.isRaised || danger.reasons.length > 0 || danger.question !== undefined;
  return {
    name: operation.name,
    maps_to: `${operation.method} ${operation.path}`,
    description: operation.description,
    ...(operation.tags.length > 0 && { tags: operation.tags }),
    ...(operation.mediaType !== undefined && { body: operation.mediaType }),
    ...(operation.accept !== undefined && { accept: operation.accept }),
    ...(operation.parameters.length > 0 && {
      params: parametersFields(operation.parameters, ['POST', 'PUT', 'PATCH'].includes(operation.method)),
    }),
    // An update without `input` takes any member, and one with an empty one takes none.
    ...(Array.isArray(input) && { input: parametersFields(input as readonly DraftParameter[], true) }),
    ...(operation.auth !== undefined && { auth: operation.auth }),
    ...(operation.readWith !== undefined && { read_with: operation.readWith }),
    ...(operation.readOnly.length > 0 && { read_only: operation.readOnly }),
    ...(isNoted && {
      danger: {
        level: danger.level,
        ...(danger.reasons.length > 0 && { reasons: danger.reasons }),
        ...(danger.question !== undefined && { confirmation_message: danger.question }),
      },
    }),
    ...(operation.resource && { resource: operation.resource }),
    ...(paging && {
      pagination: {
        style: paging.style,
        param_name: paging.parameter,
        per_page_param: paging.sizeParameter ?? false,
        ...(paging.firstIndex !== usualFirst(paging.style) && { first_index: paging.firstIndex }),
        default_limit: paging.defaultSize,
        max_limit: paging.maxSize,
        ...(paging.itemsAt !== undefined && { items_path: paging.itemsAt }),
        ...(paging.cursorAt !== undefined && { cursor_path: paging.cursorAt }),
        ...(paging.totalAt !== undefined && { total_path: paging.totalAt }),
      },
    }),
    ...(operation.returns && { returns: operation.returns }),
    ...(example && { examples: [example] }),
  };
};

const parametersFields = (parameters: readonly DraftParameter[], hasBody: boolean): Record<string, unknown> =>
  Object.fromEntries(
    parameters.map((parameter) => {
      const { name, wireName, in: place, required, sensitive, style, explode, whole, spread, definition } = parameter;
      const usual = hasBody ? 'body' : 'query';
      const { type, ...rest } = definition;
      const fields: Record<string, Json | undefined> = {
        type,
        ...(required && { required }),
        ...(place !== 'path' && place !== usual && { in: place }),
        ...(whole && { whole }),
        ...(spread && { spread }),
        // A placeholder has the name of its parameter; the API's name is written only with a matrix.
        ...((place !== 'path' || style === 'matrix') &&
          !whole &&
          !spread &&
          wireName !== name && { wire_name: wireName }),
        ...(sensitive && { sensitive }),
        ...(style !== undefined && { style }),
        ...(explode !== undefined && { explode }),
        ...(parameter.contentType !== undefined && { content_type: parameter.contentType }),
        ...(parameter.orFile && { or_file: true }),
        ...(rest as Record<string, Json>),
      };
      return [name, fields];
    }),
  );

const typeFields = ({ name, kind, description, values, fields }: DraftType): Record<string, unknown> => ({
  name,
  kind,
  ...(description !== undefined && { description }),
  ...(values && { values }),
  ...(fields && { fields: parametersFields(fields, true) }),
});
