import type { Deps } from '#server/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { createRateWindow } from '#server/platform/rate-window.ts';
import * as calls from '#shared/labels.ts';
import { printOrder, printShipment } from './label.ts';
import { printOrders, printShipments } from './label-batch.ts';
import { convertLabels } from './label-conversion.ts';
import { labelPicture } from './label-picture.ts';
import { createGatewayPictures } from './label-picture-source.ts';
import { printSample, printSampleZpl } from './label-sample.ts';

/** Batches that a client may ask for in a minute. */
const BATCHES = 20;

export function labelRoutes(mount: Mount, deps: Deps): void {
  const batches = createRateWindow(BATCHES, deps);
  const countBatch = ({ clientId }: { clientId: number }) => batches(String(clientId));
  const conversion = { ...deps, gatewayPictures: createGatewayPictures(deps.config, deps.metrics.outside('gateway')) };

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

  mount.client(calls.labelToZpl, async ({ caller: { clientId }, body, request, signal }) => {
    const caller = { clientId, authorization: request.headers.authorization ?? '' };
    return { results: await convertLabels(conversion, caller, [{ ...body, field: 'png_label' }], signal) };
  });
  mount.client(calls.labelsToZpl, async ({ caller, body, request, signal }) => {
    countBatch(caller);
    const asked = body.labels.map((label, index) => ({ ...label, field: `labels.${index}.png_label` }));
    const who = { clientId: caller.clientId, authorization: request.headers.authorization ?? '' };
    return { results: await convertLabels(conversion, who, asked, signal) };
  });
}
