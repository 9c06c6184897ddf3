/** Listens on a free port of this machine and says READY with its number. @param {import('node:http').Server} server */
export const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      console.log(`READY ${typeof address === 'object' ? address?.port : ''}`);
      resolve(undefined);
    });
  });
