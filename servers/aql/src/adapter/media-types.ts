/** The media type of forms. */
export const formType = 'application/x-www-form-urlencoded';

/** The media type of forms with files. */
export const multipartType = 'multipart/form-data';

/** A media type without its parameters. */
export const plainType = (type: string): string => (type.split(';')[0] ?? '').trim().toLowerCase();

/** Whether a media type is JSON, such as `application/merge-patch+json`. */
export const isJsonType = (type: string): boolean => /^(?:application|text)\/(?:[\w.+-]*\+)?json$/i.test(type);

/** Whether a body of this type has members that parameters can fill; others are one value as a whole. */
export const hasMembers = (type: string): boolean => isJsonType(type) || type === formType || type === multipartType;
