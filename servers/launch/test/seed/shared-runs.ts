import { expect } from 'vitest';
import { artifactUri } from '../../src/resources/artifact-resources.ts';
import type { Answer, Desk } from './desk.ts';

/** The start of the run that `ready` waits for: the first answer to it. */
export const started = ({ once, call, world: { run_config } }: Desk): Promise<Answer> =>
  once('started', () => call('launch_start_run', { run_config, idempotency_key: 'ready' }));

/** A run in READY_FOR_PR, until the statements about launch_open_pr publish it. */
export const ready = (desk: Desk): Promise<string> =>
  desk.once('ready', async () => {
    const { run_id } = await started(desk);
    await desk.rest(run_id);
    return run_id;
  });

/** The answer of launch_validate for the run in READY_FOR_PR. */
export const validated = (desk: Desk): Promise<Answer> =>
  desk.once('validated', async () => desk.call('launch_validate', { run_id: await ready(desk) }));

/** A run in VALIDATING: its pages hold tokens of templates, and it may be fixed once. */
export const failing = (desk: Desk): Promise<{ readonly run_id: string; readonly report: Answer }> =>
  desk.once('failing', async () => {
    const required_sections = ['products', 'docs'];
    const run_id = await desk.start({ templates_dir: 'launch-templates', required_sections, max_fix_attempts: 1 });
    await desk.rest(run_id);
    const { artifact } = await desk.call('launch_get_artifact', { run_id, artifact_name: 'validation_report.json' });
    return { run_id, report: JSON.parse(artifact.content) };
  });

/** The answer of launch_fix_next for the run in VALIDATING, which has no other attempt. */
export const fixed = (desk: Desk): Promise<Answer> =>
  desk.once('fixed', async () => {
    const { run_id } = await failing(desk);
    // The server looks for changes from time to time. Until it has seen the run, everything in it is a change.
    const listed = async () => (await desk.linked.client.listResources()).resources.map(({ uri }) => uri);
    await expect.poll(listed, { timeout: 60_000 }).toContain(artifactUri(run_id, 'validation_report.json'));
    for (const name of ['page_plan.json', 'validation_report.json']) {
      await desk.linked.client.subscribeResource({ uri: artifactUri(run_id, name) });
    }
    return desk.call('launch_fix_next', { run_id });
  });

/** A run that waits in CLONED_INPUTS. */
export const held = (desk: Desk): Promise<string> => desk.once('held', async () => (await desk.hold()).run_id);

/** The answer of launch_cancel for a run that was at work. */
export const cancelled = (desk: Desk): Promise<Answer> =>
  desk.once('cancelled', async () => desk.call('launch_cancel', { run_id: (await desk.hold()).run_id }));
