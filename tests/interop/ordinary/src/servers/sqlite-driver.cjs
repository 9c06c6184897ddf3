/**
 * The driver that mcp-sqlite depends on downloads its binary on installation, or compiles it. A fork that includes its
 * binaries replaces it. The fork is an ES module; this file makes `require` return it.
 */
const file = require.resolve('sqlite3');
const { default: sqlite3 } = require(file);
require.cache[file] = Object.assign(new module.constructor(file), { filename: file, loaded: true, exports: sqlite3 });
