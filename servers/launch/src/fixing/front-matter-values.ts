import type { FixScene } from './define-fixer.ts';

/** A value for a key that a page must have: the usual one of its section, or one from the plan. */
export const defaultValue = (
  key: string,
  rule: { readonly type: string; readonly usual?: unknown },
  { page, plan, config, worktree }: FixScene,
): unknown => {
  if (rule.usual !== undefined) return rule.usual;
  const planned = plan.pages.find(({ path }) => path === page.path);
  const title = planned?.title ?? config.product_name;
  switch (rule.type) {
    case 'number':
      return 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    // The time of the base commit is the same in every run with the same inputs.
    case 'date':
      return (worktree.base.committedAt ?? '1970-01-01').slice(0, 10);
    default:
      return key === 'slug'
        ? (planned?.slug ?? config.product_slug)
        : key === 'description'
          ? `${config.product_name}: ${title}`
          : title;
  }
};

/** A value as another type; undefined if it has no such form. */
export const toType = (value: unknown, type: string): unknown => {
  switch (type) {
    case 'string':
      return Array.isArray(value)
        ? value.map(String).join(', ')
        : typeof value === 'object'
          ? undefined
          : String(value);
    case 'number':
      return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
        ? Number(value)
        : undefined;
    case 'boolean':
      return value === 'true' || value === 'yes' || value === 1
        ? true
        : value === 'false' || value === 'no' || value === 0
          ? false
          : undefined;
    case 'array':
      return typeof value === 'string'
        ? value
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : typeof value === 'object'
          ? undefined
          : [value];
    case 'date':
      return typeof value === 'string' || typeof value === 'number' ? toDate(String(value)) : undefined;
    default:
      return undefined;
  }
};

const toDate = (text: string): string | undefined => {
  const date = new Date(/^\d{8}$/u.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}` : text);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
};
