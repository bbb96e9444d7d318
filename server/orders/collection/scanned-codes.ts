import type { Deps } from '#server/integrations/deps.ts';
import { findOrderOwners } from '#server/orders/domain/flags/order-owners.store.ts';
import { parseScannedId, parseScannedLabel } from '#shared/orders/rules/code/scanned-id.ts';
import { manifestCode, parseManifestCode, UNREADABLE_LABEL } from '#shared/orders/rules/shipment/manifest.ts';
import { companyNames } from './scanned-codes.store.ts';

/** What a scanned code means for a manifest: all its shipments, a shipment of its client, or a reason why it isn't taken. */
export type ScannedCode =
  | { kind: 'manifest' }
  | { kind: 'shipment'; label: string; orderId: number }
  | { kind: 'refused'; label: string | null; reason: string };

const refused = (label: string | null, reason: string): ScannedCode => ({ kind: 'refused', label, reason });

const TRACKING_ONLY = 'Es el código de la orden: escaneá el código de barras de la etiqueta del bulto';

/**
 * Reads codes as they were scanned at the hand-over of a manifest. A shipment's state isn't checked.
 *
 * @param manifest its number and client
 * @returns a meaning for each code, in their order
 */
export async function readCodes(
  { db }: Pick<Deps, 'db'>,
  manifest: { code: string; clientId: number },
  codes: readonly string[],
): Promise<ScannedCode[]> {
  const labels = codes.map((code) => parseScannedLabel(code));
  const owners = await findOrderOwners(db, [...new Set(labels.flatMap((label) => label?.trackingId ?? []))]);
  const others = new Set([...owners.values()].map(({ clientId }) => clientId).filter((id) => id !== manifest.clientId));
  const names = others.size === 0 ? new Map() : await db.withProvider((trx) => companyNames(trx, [...others]));
  return codes.map((code, index) => {
    const number = parseManifestCode(code);
    if (number) {
      const other = manifestCode(number);
      return other === manifest.code ? { kind: 'manifest' } : refused(null, `Es el manifiesto ${other}, no éste`);
    }
    const parsed = labels[index];
    if (!parsed) return refused(null, parseScannedId(code) === null ? UNREADABLE_LABEL : TRACKING_ONLY);
    const label = `${parsed.trackingId}-${parsed.n}`;
    const owner = owners.get(parsed.trackingId);
    if (!owner) return refused(label, 'No existe ese envío');
    if (owner.clientId === manifest.clientId) return { kind: 'shipment', label, orderId: owner.orderId };
    return refused(label, `Es de otro cliente, ${names.get(owner.clientId) ?? owner.clientId}: apartalo`);
  });
}
