import type { Deps } from '#server/integrations/deps.ts';
import { renderLabels } from '#server/orders/label/drawing/label-worker.ts';
import { Download } from '#server/platform/http/response/download.ts';
import { wireTime } from '#shared/kit/days.ts';
import type { QueryOf } from '#shared/kit/http/endpoint.ts';
import { formatDate, formatTimestamp, integer, kilograms, money, pluralize } from '#shared/kit/text/format.ts';
import type { StreetAddress } from '#shared/orders/address.ts';
import { MANIFEST_STATE_NAMES } from '#shared/orders/rules/shipment/manifest.ts';
import type * as calls from '#shared/orders/staff-collections.ts';
import { listCollections } from './collection.ts';
import { manifestKey, readManifest } from './manifest.ts';

/** The run sheet is of no client. */
const NO_CLIENT = 0;

/** Addresses of a run sheet at most: far more than a day's. */
const MAX_ADDRESSES = 1000;

/** Beside a blocked client on a run sheet, which the sender may see: without the reason. */
const BLOCKED = 'BLOQUEADO: consultar antes de ir';

const PDF = 'application/pdf';

const bulksText = (bulks: number) => pluralize(bulks, 'bulto', 'bultos');

function addressLine({ street_name, street_number, floor, apartment, zip_code, city, state }: StreetAddress): string {
  const inside = [floor && `piso ${floor}`, apartment && `dto. ${apartment}`].filter(Boolean).join(' ');
  return [`${street_name} ${street_number}`.trim(), inside, `${zip_code} ${city}`, state].filter(Boolean).join(', ');
}

/** Renders a manifest. @throws Failure 404 */
export async function printManifest(deps: Deps, number: string, signal: AbortSignal): Promise<Download> {
  const key = await manifestKey(deps, number);
  const one = await readManifest(deps, key);
  const state = one.state === 'anulado' ? ` · ${MANIFEST_STATE_NAMES.anulado.toUpperCase()}` : '';
  const file = await renderLabels(
    key.clientId,
    'table',
    {
      title: `Manifiesto ${one.number}${state}`,
      barcode: one.number,
      facts: [
        `Remitente: ${one.company}`,
        `Domicilio de retiro: ${addressLine(one.sender_address)}`,
        `Transporte: ${deps.config.BRAND_NAME} · Abierto el ${formatTimestamp(one.created_at)}`,
      ],
      columns: [
        { header: 'N.º', share: 8, align: 'right' },
        // The widest id, WWWWWWWWWWW-100, fits on a line: a broken one can't be compared with a label.
        { header: 'Etiqueta', share: 36 },
        { header: 'Orden', share: 18 },
        { header: 'Bulto', share: 14 },
        { header: 'C. P.', share: 9 },
        { header: 'Localidad', share: 26 },
        { header: 'Peso', share: 13, align: 'right' },
        { header: 'Valor', share: 22, align: 'right' },
      ],
      rows: one.parcels.map((shipment, index) => [
        integer(index + 1),
        shipment.shipment_id,
        shipment.order_id,
        `${shipment.n} de ${shipment.packages}`,
        shipment.zip_code,
        shipment.city,
        kilograms(shipment.weight),
        money(shipment.value),
      ]),
      totals: `Total: ${bulksText(one.bulks)} de ${pluralize(one.orders, 'orden', 'órdenes')}, ${kilograms(one.weight)}, ${money(one.value)} declarados`,
      signatures: ['Entregó: firma, aclaración y documento', 'Recibió: firma, aclaración y documento'],
      createdAt: deps.clock(),
    },
    signal,
  );
  return new Download(PDF, `${one.number}.pdf`, file);
}

/** Renders the addresses where shipments wait; a sheet without rows if there are none. */
export async function printRunSheet(
  deps: Deps,
  { filter }: QueryOf<typeof calls.printRunSheet>,
  signal: AbortSignal,
): Promise<Download> {
  const { results, totals } = await listCollections(deps, { filter, page: 1, limit: MAX_ADDRESSES, order: undefined });
  const today = wireTime(deps.clock());
  const file = await renderLabels(
    NO_CLIENT,
    'table',
    {
      title: `Hoja de ruta, ${formatDate(today)}`,
      barcode: null,
      facts: [
        `${deps.config.BRAND_NAME} · ${pluralize(results.length, 'domicilio', 'domicilios')} · ${formatTimestamp(today)}`,
      ],
      columns: [
        { header: 'N.º', share: 7, align: 'right' },
        { header: 'Remitente', share: 36 },
        { header: 'Domicilio, indicaciones y horario', share: 60 },
        { header: 'Órdenes', share: 14, align: 'right' },
        { header: 'Bultos', share: 14, align: 'right' },
        { header: 'Peso', share: 18, align: 'right' },
      ],
      rows: results.map((one, index) => [
        integer(index + 1),
        [one.company, one.phone, one.blocked_reason !== null && BLOCKED].filter(Boolean).join('\n'),
        [addressLine(one.address), one.address.neighborhood_name, one.address.other_info].filter(Boolean).join('\n'),
        integer(one.orders),
        integer(one.bulks),
        kilograms(one.weight),
      ]),
      totals: `Total: ${bulksText(totals.bulks)} de ${pluralize(totals.orders, 'orden', 'órdenes')}, ${kilograms(totals.weight)}`,
      signatures: ['Chofer y vehículo'],
      createdAt: deps.clock(),
    },
    signal,
  );
  return new Download(PDF, `hoja-de-ruta-${today.slice(0, 10)}.pdf`, file);
}
