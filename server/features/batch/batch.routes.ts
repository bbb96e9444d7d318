import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/batches.ts';
import { failedRowsOf } from './batch-export.ts';
import { batchLogsOf, listBatchesOf, readBatchOf } from './batch-list.ts';
import { keepMapping, readMappings } from './batch-mapping.ts';
import { templateFile } from './batch-template.ts';
import { takeUpload } from './batch-upload.ts';

export function batchRoutes(mount: Mount, deps: Deps): void {
  mount.client(calls.listBatches, ({ caller, query }) => listBatchesOf(deps, caller, query));
  mount.client(calls.readBatch, ({ caller, params, query }) => readBatchOf(deps, caller, params.id, query.logs_limit));
  mount.client(calls.listBatchLogs, ({ caller, params, query }) => batchLogsOf(deps, caller, params.id, query));
  mount.client(calls.exportFailedRows, ({ caller, params }) => failedRowsOf(deps, caller, params.id));
  mount.client(calls.uploadBatch, ({ caller, request, idempotencyKey }) =>
    takeUpload(deps, caller, {
      body: request.raw,
      headers: request.headers,
      key: idempotencyKey,
    }),
  );
  mount.client(calls.listMappings, async ({ caller }) => ({ results: await readMappings(deps, caller.clientId) }));
  mount.client(calls.saveMapping, ({ caller, body }) => keepMapping(deps, caller, body));
  mount.open(calls.bulkTemplate, async () => templateFile());
}
