/**
 * The driver that mcp-sqlite names fetches its binary from elsewhere when it is installed, or is compiled. In its place
 * stands a fork of it that brings its binaries along. The fork is an ES module; here it is what `require` finds.
 */
const file = require.resolve('sqlite3');
const { default: sqlite3 } = require(file);
require.cache[file] = Object.assign(new module.constructor(file), { filename: file, loaded: true, exports: sqlite3 });
