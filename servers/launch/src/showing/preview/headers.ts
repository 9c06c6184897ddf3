import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';

/** Headers of every answer: nothing is cached, guessed, embedded elsewhere or told to others. */
export const usualHeaders: OutgoingHttpHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * The policy of a page of the site. No script of the site runs, only the overlay's: pages are built from text of two
 * repositories and share their origin with the overlay. Styles, images and fonts come from the built site alone.
 */
export const sitePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "media-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The policy of pages with one style and nothing else. */
export const stylePolicy = (style: string): string =>
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The policy of other files. An SVG image that is opened by itself is a document, and could have scripts. */
export const filePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.htm': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.pdf': 'application/pdf',
};

/** The content type of a file, by the end of its name. */
export const typeOf = (extension: string): string => types[extension.toLowerCase()] ?? 'application/octet-stream';
