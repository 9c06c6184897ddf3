import { aql } from './servers/aql.mjs';
import { coverage } from './servers/coverage.mjs';
import { github } from './servers/github.mjs';
import { launch } from './servers/launch.mjs';
import { stage } from './servers/stage.mjs';

/**
 * Every server that is published. Its server.json for the MCP registry and its .mcpb bundle are made from its row.
 * Titles and descriptions have fewer than 100 characters, as the registry requires.
 *
 * @typedef {object} Variable
 * @property {string} name An environment variable that the server reads.
 * @property {string} title The label in a form.
 * @property {string} description
 * @property {'string' | 'file' | 'directory'} kind
 * @property {boolean} required
 * @property {boolean} secret
 *
 * @typedef {object} PublishedServer
 * @property {string} name As `recourse serve` knows it.
 * @property {string} title
 * @property {string} description
 * @property {{ package: string, name: string }} entry The package of the server, and the name of its entry there.
 * @property {readonly Variable[]} variables All that its README lists.
 * @property {Readonly<Record<string, string>>} [sample] Values that the server starts with in tests; `{packages}` is
 *   the folder of the installed packages.
 * @property {readonly string[]} [native] Packages that are carried whole, with their native part for this platform. The
 *   bundle then runs on this platform only.
 * @property {string} [store] The SQLite file of a server whose state outlives its process. `${HOME}` is the user's folder.
 */

/** @type {readonly PublishedServer[]} */
export const servers = [aql, coverage, github, launch, stage];
