import { parseScannedId } from '#shared/orders/rules/code/scanned-id.ts';
import { isLabel } from '#shared/orders/rules/code/tracking-id.ts';

/** Address of the search's results. What was searched is in the history's entry, because an address with a person would be kept and logged. */
export const SEARCH_PATH = '/consola/buscar';

/** Returns the address of a shipment. */
export const staffShipmentPath = (label: string): string => `/consola/envio/${encodeURIComponent(label)}`;

/** Returns what a page shows for a label that no shipment has. */
export const unknownShipment = (label: string) => ({
  title: 'El envío no existe',
  text: `Ningún cliente tiene un envío con la etiqueta ${label}.`,
});

/** Returns the address of the shipment whose label was scanned or typed; null for any other text. */
export function scannedPath(text: string): string | null {
  const id = parseScannedId(text);
  return id !== null && isLabel(id) ? staffShipmentPath(id) : null;
}
