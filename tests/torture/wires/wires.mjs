import { connectHttp, openHttp } from './http.mjs';
import { connectStdio, openStdio } from './stdio.mjs';

/** How clients reach servers. */
export const wireNames = ['rest', 'mcp', 'stdio'];

/** Starts what a wire needs: servers behind a proxy, or relays that start servers on demand. */
export const openWire = (options) => (options.wire === 'stdio' ? openStdio(options) : openHttp(options));

/** Connects a client of a process that did not open the wire. */
export const connectTo = (target, options) =>
  target.wire === 'stdio' ? connectStdio(target, options) : connectHttp(target, options);
