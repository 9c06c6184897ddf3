/** The time by the clock of the server, unless one is given. */
export const clockFunctions = `
  CREATE FUNCTION $schema.at(p_now bigint) RETURNS bigint LANGUAGE sql VOLATILE AS $$
    SELECT coalesce(p_now, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
  $$;
`;
