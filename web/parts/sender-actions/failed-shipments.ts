/** A shipment for which an action failed; `reason` is empty where nothing is known that helps its sender. */
export interface FailedShipment {
  label: string;
  reason: string;
}

/** Labels that one line names: an order may have a hundred shipments. */
const NAMED = 5;

/** One line for each reason, which names its shipments: 'Los envíos X-1 y X-2 no se pudieron: …'. */
export function failedShipmentLines(failed: readonly FailedShipment[]): string[] {
  return [...Map.groupBy(failed, ({ reason }) => reason)].map(([reason, shipments]) => {
    const labels = shipments.map(({ label }) => label);
    const who = labels.length === 1 ? `El envío ${labels[0]} no se pudo` : `Los envíos ${named(labels)} no se pudieron`;
    return reason ? `${who}: ${reason}` : `${who}.`;
  });
}

/** 'X-1, X-2 y X-3', from the sixth on by their number. */
function named(labels: readonly string[]): string {
  const more = labels.length - NAMED;
  const parts = more > 0 ? [...labels.slice(0, NAMED), `${more} más`] : labels;
  return new Intl.ListFormat('es-AR').format(parts);
}
