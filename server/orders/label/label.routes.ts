import type { Deps } from '#server/integrations/deps.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import * as calls from '#shared/orders/labels.ts';
import * as provider from '#shared/orders/staff-shipment/staff-label.ts';
import { createLabelBatchRateLimit } from './batch-rate-limit.ts';
import { conversionRoutes } from './conversion.routes.ts';
import { downloadLabelPng } from './download-label-png.ts';
import { printOrder, printShipment } from './label.ts';
import { printOrders, printShipments } from './many-labels.ts';
import { printForProvider } from './provider-print.ts';
import { printSample, printSampleZpl } from './sample.ts';
import { createSignedLabelPictures } from './signed-label-pictures.ts';

export function labelRoutes(mount: Mount, deps: Deps): void {
  const batches = createLabelBatchRateLimit(deps);
  const rateLimitBatch = ({ clientId }: { clientId: number }) => batches(String(clientId));

  const pdfOf = (body: { start_at: number | null; sku_list: boolean }) =>
    ({ format: 'pdf', startAt: body.start_at, skuList: body.sku_list && !deps.config.STRICT_CONTRACT }) as const;

  mount.client(calls.orderLabels, ({ caller, params, signal }) => printOrder(deps, caller, params, signal));
  mount.client(calls.shipmentLabel, ({ caller, params, signal }) => printShipment(deps, caller, params, signal));

  mount.client(calls.batchShipmentLabels, async ({ caller, body, signal }) => {
    rateLimitBatch(caller);
    return printShipments(deps, caller, body.shippings_id, pdfOf(body), signal);
  });
  mount.client(calls.batchOrderLabels, async ({ caller, body, signal }) => {
    rateLimitBatch(caller);
    return printOrders(deps, caller, body.orders_id, pdfOf(body), signal);
  });
  mount.client(calls.batchShipmentZpl, async ({ caller, body, signal }) => {
    rateLimitBatch(caller);
    return printShipments(deps, caller, body.shippings_id, { format: 'zpl' }, signal);
  });
  mount.client(calls.batchOrderZpl, async ({ caller, body, signal }) => {
    rateLimitBatch(caller);
    return printOrders(deps, caller, body.orders_id, { format: 'zpl' }, signal);
  });

  mount.client(calls.testLabel, ({ caller, signal }) => printSample(deps, caller, signal));
  mount.client(calls.testLabelZpl, ({ caller, signal }) => printSampleZpl(deps, caller, signal));
  mount.open(calls.labelPng, ({ params, signal }) => downloadLabelPng(deps, params.token, signal));

  mount.provider(provider.printShipmentPdf, ({ caller, params, signal }) =>
    printForProvider(deps, caller, params.label, 'pdf', signal),
  );
  mount.provider(provider.printShipmentZpl, ({ caller, params, signal }) =>
    printForProvider(deps, caller, params.label, 'zpl', signal),
  );

  conversionRoutes(mount, { ...deps, pictures: createSignedLabelPictures(deps) }, ({ clientId }) => clientId, batches);
}
