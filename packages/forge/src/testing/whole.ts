/** The long tests run shortened, and whole with `npm run test:whole`. */
export const isWhole = process.env['FORGE_WHOLE'] === '1';
