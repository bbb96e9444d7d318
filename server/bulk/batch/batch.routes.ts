import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/bulk/batches.ts';
import { exportFailedRows } from './batch-export.ts';
import { listBatches, listBatchLogs, readBatch } from './batch-list.ts';
import { readMappings, saveMapping } from './batch-mapping.ts';
import { templateFile } from './batch-template.ts';
import { uploadBatch } from './batch-upload.ts';

export function batchRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listBatches, ({ caller, query }) => listBatches(deps, caller, query));
  mount.client(calls.readBatch, ({ caller, params, query }) => readBatch(deps, caller, params.id, query.logs_limit));
  mount.client(calls.listBatchLogs, ({ caller, params, query }) => listBatchLogs(deps, caller, params.id, query));
  mount.client(calls.exportFailedRows, ({ caller, params }) => exportFailedRows(deps, caller, params.id));
  mount.client(calls.uploadBatch, ({ caller, request, idempotencyKey }) =>
    uploadBatch(deps, caller, {
      body: request.raw,
      headers: request.headers,
      key: idempotencyKey,
    }),
  );
  mount.client(calls.listMappings, async ({ caller }) => ({ results: await readMappings(deps, caller.clientId) }));
  mount.client(calls.saveMapping, ({ caller, body }) => saveMapping(deps, caller, body));
  mount.open(calls.bulkTemplate, async () => templateFile());
}
