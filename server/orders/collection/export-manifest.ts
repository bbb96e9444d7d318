import type { Deps } from '#server/integrations/deps.ts';
import { csvDownload } from '#server/platform/csv.ts';
import type { Download } from '#server/platform/http/response/download.ts';
import type { CsvCell } from '#shared/kit/text/csv.ts';
import { PARCEL_STATUS_NAMES } from '#shared/orders/rules/shipment/manifest.ts';
import type { ManifestParcel } from '#shared/orders/staff-manifests.ts';
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

/** Exports the parcels of a manifest as CSV; surplus ones follow without a number. @throws Failure 404 */
export async function exportManifest(deps: Deps, number: string): Promise<Download> {
  const key = await manifestKey(deps, number);
  const { parcels, surplus_parcels } = await readManifest(deps, key);
  async function* pages(): AsyncGenerator<CsvCell[][]> {
    yield parcels.map((parcel, index) => cells(parcel, index + 1));
    yield surplus_parcels.map((parcel) => cells(parcel, null));
  }
  return csvDownload(key.code, HEADER, pages());
}

const cells = (parcel: ManifestParcel, place: number | null): CsvCell[] => [
  place,
  parcel.shipment_id,
  parcel.order_id,
  parcel.n,
  parcel.packages,
  parcel.zip_code,
  parcel.city,
  parcel.weight,
  { pesos: parcel.value },
  PARCEL_STATUS_NAMES[parcel.status],
  parcel.state,
];
