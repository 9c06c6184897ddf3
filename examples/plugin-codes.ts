import { definePluginCodes } from '@recourse/contract';
import { createServer, defineTool } from '@recourse/engine';
import { linkClient } from '@recourse/testkit';
import { z } from 'zod';

/** The codes of a plugin carry its name, so that agents see where they come from and plugins do not collide. */
const weatherCodes = definePluginCodes('weather', {
  STATION_OFFLINE: {
    kind: 'error',
    category: 'upstream',
    http: 503,
    retryable: true,
    recovery: 'retry',
    since: '1.0.0',
    summary: 'Weather station is offline',
    message: "Station '{station}' has been silent since {last_seen}",
    hint: "Repeat the call, or ask for '{nearest}', which is near and online.",
    details: z.object({ station: z.string(), nearest: z.string(), last_seen: z.iso.datetime() }),
  },
});

const readStation = defineTool({
  name: 'weather_read_station',
  description: 'Reads a weather station.',
  input: z.strictObject({ station: z.enum(['BER', 'HAM']) }),
  operation: 'query',
  danger: 'safe',
  codes: weatherCodes,
  errors: ['weather.STATION_OFFLINE'],
  run: ({ arguments: { station }, fail }) =>
    station === 'HAM'
      ? { station, celsius: 11 }
      : fail(
          'weather.STATION_OFFLINE',
          { station, nearest: 'HAM', last_seen: '2026-01-01T00:00:00Z' },
          { next_actions: [{ tool: 'weather_read_station', arguments: { station: 'HAM' }, why: 'It is online.' }] },
        ),
});

/** A plugin consists of its tools and their codes. */
const weather = { tools: [readStation] };

for (const dialect of ['recourse', 'mcp-aql'] as const) {
  const { client, callTool, close } = await linkClient(
    createServer({ name: 'assistant', dialect, tools: [...weather.tools] }),
  );
  const [tool] = (await client.listTools()).tools;
  const { structuredContent } = await callTool('weather_read_station', { station: 'BER' });
  const fields = ['error', 'code', 'message', 'hint', 'recovery', 'details', 'recourse', 'station', 'nearest'];
  console.log(`${dialect}: ${tool?.description ?? ''}\n${JSON.stringify(structuredContent, fields, 2)}`);
  await close();
}
