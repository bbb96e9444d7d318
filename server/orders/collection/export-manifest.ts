import type { Deps } from '#server/integrations/deps.ts';
import { csvDownload } from '#server/platform/csv.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import type { CsvCell } from '#shared/kit/text/csv.ts';
import { MANIFEST_SHIPMENT_STATUS_NAMES } from '#shared/orders/rules/shipment/manifest.ts';
import type { ManifestShipment } from '#shared/orders/staff-manifests.ts';
import { manifestKey, readManifest } from './manifest.ts';

const HEADER = [
  'Nro.',
  'Etiqueta',
  'Nro. de Orden Interno',
  'Bulto',
  'Bultos de la orden',
  'Código Postal',
  'Localidad',
  'Peso (g)',
  'Valor declarado',
  'En el retiro',
  'Estado',
];

/** Exports the shipments of a manifest as CSV; surplus ones follow without a number. @throws Failure 404 */
export async function exportManifest(deps: Deps, number: string): Promise<Download> {
  const key = await manifestKey(deps, number);
  const { parcels: shipments, surplus_parcels } = await readManifest(deps, key);
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    yield shipments.map((shipment, index) => cells(shipment, index + 1));
    yield surplus_parcels.map((shipment) => cells(shipment, null));
  }
  return csvDownload(key.code, HEADER, pages());
}

const cells = (shipment: ManifestShipment, place: number | null): CsvCell[] => [
  place,
  shipment.shipment_id,
  shipment.order_id,
  shipment.n,
  shipment.packages,
  shipment.zip_code,
  shipment.city,
  shipment.weight,
  { pesos: shipment.value },
  MANIFEST_SHIPMENT_STATUS_NAMES[shipment.status],
  shipment.state,
];
