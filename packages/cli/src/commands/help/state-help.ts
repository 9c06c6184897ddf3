/** The lines about the options that every command on the state of servers understands. */
export const stateHelp = `  --config FILE   use this file instead of recourse.config.json
  --store PLACE   use this SQLite file or postgres://… instead of the
                  configured store`;
