import { describe, expect, it } from 'vitest';
import { inferDanger } from './infer-danger.ts';

describe('the danger of an operation', () => {
  it.each([
    // by category
    ['GET', 'read', 'get_user', 'safe'],
    ['POST', 'create', 'create_user', 'reversible'],
    ['PATCH', 'update', 'update_user', 'reversible'],
    ['DELETE', 'delete', 'remove_user', 'destructive'],
    ['POST', 'execute', 'run_job', 'reversible'],
    ['GET', 'execute', 'ping_all', 'reversible'],
    // by method
    ['DELETE', 'execute', 'cancel_job', 'destructive'],
    ['DELETE', 'update', 'clear_label', 'destructive'],
    ['POST', 'delete', 'archive_user', 'destructive'],
    ['POST', 'read', 'search_users', 'safe'],
    ['POST', 'read', 'users', 'reversible'],
    ['HEAD', 'read', 'has_user', 'safe'],
    // by name, whatever the rest says
    ['GET', 'read', 'force_sync', 'dangerous'],
    ['DELETE', 'delete', 'delete_user_permanently', 'dangerous'],
    ['POST', 'execute', 'bulk_delete_users', 'dangerous'],
    ['POST', 'execute', 'override_limit', 'dangerous'],
    ['POST', 'execute', 'bypass_review', 'dangerous'],
    ['POST', 'update', 'migrate_without_backup', 'dangerous'],
    ['POST', 'delete', 'purge_cache', 'dangerous'],
    ['POST', 'execute', 'drop_table', 'forbidden'],
    ['DELETE', 'delete', 'delete_all_users', 'forbidden'],
    ['POST', 'execute', 'truncate_logs', 'forbidden'],
    ['POST', 'execute', 'reset_account', 'forbidden'],
    ['DELETE', 'delete', 'destroy_cluster', 'forbidden'],
    ['POST', 'execute', 'wipe_disk', 'forbidden'],
    ['POST', 'execute', 'deploy_production', 'forbidden'],
    // the highest of several
    ['DELETE', 'delete', 'force_wipe_production', 'forbidden'],
    ['GET', 'read', 'get_production', 'forbidden'],
  ] as const)('%s under %s called %s is %s', (method, category, name, danger) => {
    expect(inferDanger(method, category, name)).toBe(danger);
  });
});
