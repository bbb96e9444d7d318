import { money, packageText } from '#shared/kit/text/format.ts';
import { confirmMeasured, readShipmentCost, type ShipmentCost } from '#shared/orders/staff-shipment/staff-cost.ts';
import { readStaffShipment } from '#shared/orders/staff-shipments.ts';
import { asApiError } from '#web/kit/call/api-error.ts';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { invalidateApiQueries, useApiQuery } from '#web/kit/call/queries.ts';
import { alerts } from '#web/kit/lib/alerts.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Note } from '#web/kit/ui/display/note.tsx';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import type { ItemPanelProps } from './item-panel.tsx';
import { ShipmentPanel } from './shipment-panel.tsx';

/** A measurement that exceeds what was declared by far: it is confirmed here, or corrected on the shipment's page. */
export function MeasuredPanel({ label, me, onSettled }: Pick<ItemPanelProps, 'me' | 'onSettled'> & { label: string }) {
  const { data: cost } = useApiQuery(readShipmentCost, { params: { label } });
  const { data: shipment } = useApiQuery(readStaffShipment, { params: { label } });
  const { send, pending } = useApiMutation(confirmMeasured);
  const measured = cost?.results.measured;
  async function confirm() {
    if (!measured) return;
    const { weight, length, width, height } = measured;
    try {
      alerts.success((await send({ params: { label }, body: { weight, length, width, height } })).message);
      onSettled();
    } catch (error) {
      alerts.danger(asApiError(error).message);
    }
    await invalidateApiQueries(readShipmentCost);
  }
  return (
    <>
      {measured && shipment && cost.results.measured_waits && (
        <>
          <Note tone="warn">
            Lo medido supera por mucho lo declarado, y no se cobra hasta que lo confirmes. Si está mal, corregí el
            evento «Controlado» en la página del envío.
          </Note>
          <DescriptionList
            groups={[
              [
                { term: 'Declarado', value: packageText(shipment.results) },
                { term: 'Controlado', value: packageText(measured) },
              ],
              [
                { term: 'Costo ahora', value: money(cost.results.total) },
                { term: 'Costo al confirmar', value: confirmedCost(cost.results) },
              ],
            ]}
          />
          <Button variant="primary" busy={pending} disabledReason={refusalOf(me, 'events')} onClick={confirm}>
            Confirmar las medidas
          </Button>
        </>
      )}
      <ShipmentPanel label={label} />
    </>
  );
}

/** Returns what a shipment costs once its measurement is confirmed. */
function confirmedCost({ total, measured, waiting_adjustment: adjustment }: ShipmentCost): string {
  if (adjustment === null) return 'Demasiado alto: corregí el evento';
  return `${money(total - (measured?.adjustment ?? 0) + adjustment)}, con un ajuste de ${money(adjustment)}`;
}
