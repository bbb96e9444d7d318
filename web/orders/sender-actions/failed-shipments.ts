/** A shipment for which an action failed; `reason` is empty if no reason helps the sender. */
export interface FailedShipment {
  label: string;
  reason: string;
}

/** Maximum number of labels in one line: an order may have a hundred shipments. */
const NAMED = 5;

/** Returns one line per reason, with its shipments: 'Los envíos X-1 y X-2 no se pudieron: …'. */
export function failedShipmentLines(failed: readonly FailedShipment[]): string[] {
  return [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, shipments]) => {
    const labels = shipments.map(({ label }) => label);
    const subject =
      labels.length === 1 ? `El envío ${labels[0]} no se pudo` : `Los envíos ${listLabels(labels)} no se pudieron`;
    return reason ? `${subject}: ${reason}` : `${subject}.`;
  });
}

/** Returns 'X-1, X-2 y X-3'; from the sixth label on only their number. */
function listLabels(labels: readonly string[]): string {
  const more = labels.length - NAMED;
  const parts = more > 0 ? [...labels.slice(0, NAMED), `${more} más`] : labels;
  return new Intl.ListFormat('es-AR').format(parts);
}
