import * as z from 'zod/mini';
import { pathId } from '#shared/kit/fields.ts';
import { endpoint } from '#shared/kit/http/endpoint.ts';

const params = z.object({ label: pathId });

export const printShipmentPdf = endpoint('POST /ops/v1/shipment/:label/label.pdf', {
  access: 'provider',
  needs: 'labels',
  audit: 'ops.label.print',
  shows: ['name', 'address', 'contact', 'user'],
  summary:
    'Renders the label of a shipment as PDF. A shipment marked `relabel` stops asking for a new label. Unlike a print of the sender, it doesn’t set `printed` and promises no day. The company sees it in its activity.',
  params,
  produces: 'application/pdf',
  errorStatuses: [422],
});

export const printShipmentZpl = endpoint('POST /ops/v1/shipment/:label/label.zpl', {
  access: 'provider',
  needs: 'labels',
  audit: 'ops.label.print',
  shows: ['name', 'address', 'contact', 'user'],
  summary: 'Renders the label of a shipment as ZPL commands, as `printShipmentPdf` does.',
  params,
  produces: 'application/octet-stream',
  errorStatuses: [422],
});
