import type { Deps } from '#server/domain/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/labels.ts';
import { countBatches } from './batch-limit.ts';
import { printOrder, printShipment } from './label.ts';
import { printOrders, printShipments } from './label-batch.ts';
import { conversionRoutes } from './label-conversion.routes.ts';
import { labelPicture } from './label-picture.ts';
import { printSample, printSampleZpl } from './label-sample.ts';
import { createOwnPictures } from './own-pictures.ts';

export function labelRoutes(mount: Mount, deps: Deps): void {
  const batches = countBatches(deps);
  const countBatch = ({ clientId }: { clientId: number }) => batches(String(clientId));

  mount.client(calls.orderLabels, ({ caller, params, signal }) => printOrder(deps, caller, params, signal));
  mount.client(calls.shipmentLabel, ({ caller, params, signal }) => printShipment(deps, caller, params, signal));

  mount.client(calls.batchShipmentLabels, async ({ caller, body, signal }) => {
    countBatch(caller);
    return printShipments(deps, caller, body.shippings_id, { format: 'pdf', startAt: body.start_at }, signal);
  });
  mount.client(calls.batchOrderLabels, async ({ caller, body, signal }) => {
    countBatch(caller);
    return printOrders(deps, caller, body.orders_id, { format: 'pdf', startAt: body.start_at }, signal);
  });
  mount.client(calls.batchShipmentZpl, async ({ caller, body, signal }) => {
    countBatch(caller);
    return printShipments(deps, caller, body.shippings_id, { format: 'zpl' }, signal);
  });
  mount.client(calls.batchOrderZpl, async ({ caller, body, signal }) => {
    countBatch(caller);
    return printOrders(deps, caller, body.orders_id, { format: 'zpl' }, signal);
  });

  mount.client(calls.testLabel, ({ caller, signal }) => printSample(deps, caller, signal));
  mount.client(calls.testLabelZpl, ({ caller, signal }) => printSampleZpl(deps, caller, signal));
  mount.open(calls.labelPng, ({ params, signal }) => labelPicture(deps, params.token, signal));

  conversionRoutes(mount, { ...deps, pictures: createOwnPictures(deps) }, ({ clientId }) => clientId, batches);
}
