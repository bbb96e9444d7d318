import { useRef } from 'react';
import { formatTimestamp, money } from '#shared/kit/text/format.ts';
import { labelOf } from '#shared/orders/rules/code/tracking-id.ts';
import {
  decideModification,
  MASKED_FIELDS,
  readModification,
  type StaffModification,
  undoModification,
} from '#shared/orders/staff-modifications.ts';
import { NotLoaded } from '#web/console/kit/not-loaded.tsx';
import { useApiMutation } from '#web/kit/call/mutations.ts';
import { useApiQuery } from '#web/kit/call/queries.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Eye } from '#web/kit/ui/display/icons.ts';
import { DescriptionList } from '#web/kit/ui/layout/panel.tsx';
import { editedTexts } from '#web/orders/order/edited-fields.ts';
import { OrderChanges } from '#web/orders/order/order-changes.tsx';
import { refusalOf } from '#web/people/staff/access/staff-refusal.ts';
import { Decision } from './decision.tsx';
import type { DecidedPanelProps } from './item-panel.tsx';
import { changesMaskedAddress } from './masked-address.ts';
import { outcomeText } from './outcome.ts';
import { ShipmentPanel } from './shipment-panel.tsx';
import { useWholeChanges, type WholeChanges } from './whole-changes.ts';

interface RequestedChangesProps {
  /** As people see them, masked. */
  changes: StaffModification['changes'];
  whole: WholeChanges;
}

/**
 * Fields that a request changes, before and after. The receiver's contact and address are masked until the person asks for them, which
 * the company sees.
 */
function RequestedChanges({ changes, whole }: RequestedChangesProps) {
  const texts = editedTexts(whole.changes ?? changes);
  const hidden = whole.changes === null && texts.some(({ field }) => MASKED_FIELDS.includes(field));
  const list = useRef<HTMLElement>(null);

  const show = async () => {
    // The button is gone then, and its neighbour decides the request.
    if (await whole.show()) list.current?.focus();
  };
  return (
    <>
      <section ref={list} aria-label="Lo que cambia" tabIndex={-1}>
        <OrderChanges changes={texts} />
      </section>
      {hidden && (
        <p>
          <Button size="sm" icon={<Eye />} busy={whole.pending} onClick={() => void show()}>
            Mostrar los datos completos
          </Button>
        </p>
      )}
    </>
  );
}

interface ModificationPanelProps extends DecidedPanelProps {
  /** Whether the shipment's essentials are shown below. */
  withShipment?: boolean;
  /** The whole values, where the page reads them with others; by default the panel reads them. */
  whole?: WholeChanges;
}

/** A request to change an order: before and after, both prices, and the decision. */
export function ModificationPanel({
  target: { queue, clientId, id },
  me,
  onSettled,
  withShipment = true,
  whole: given,
}: ModificationPanelProps) {
  const params = { clientId, id };
  const { data, error, refetch } = useApiQuery(readModification, { params });
  const { send, pending } = useApiMutation(decideModification);
  const undo = useApiMutation(undoModification);
  const request = data?.results;
  const own = useWholeChanges(params, `${clientId}/${id}/${request?.state}`);
  const whole = given ?? own;
  if (!request) {
    return <NotLoaded error={error} onRetry={() => void refetch()} lines={5} />;
  }
  return (
    <>
      <RequestedChanges changes={request.changes} whole={whole} />
      <DescriptionList
        groups={[
          [
            { term: 'Orden', value: `${request.order_id} (${request.tracking_id})` },
            { term: 'Pedida', value: formatTimestamp(request.requested_at) },
            { term: 'Costo de envío', value: costText(request) },
          ],
        ]}
      />
      <Decision
        queue={queue}
        outcome={outcomeText(request)}
        approveText="Aprobar"
        rejectTitle={`Rechazar el cambio de la orden ${request.order_id}`}
        refused={refusalOf(me, 'modifications')}
        // A node of the version before sends no reason.
        rejectOnly={request.approval_refusal ? `${request.approval_refusal}. Rechazá el cambio con un motivo.` : null}
        pending={pending}
        decide={(approved, reason) => send({ params, body: { approved, reason } })}
        undo={() => undo.send({ params })}
        read={readModification}
        onSettled={onSettled}
        onRefused={() => void refetch()}
      />
      {withShipment && (
        <ShipmentPanel
          label={labelOf(request.tracking_id, 1)}
          masksAddress={whole.changes === null && changesMaskedAddress(request.changes)}
        />
      )}
    </>
  );
}

function costText({ cost_before, cost_after }: { cost_before: number; cost_after: number }): string {
  if (cost_before === cost_after) return `${money(cost_before)}, sin cambios`;
  const difference = money(Math.abs(cost_after - cost_before));
  const more = cost_after > cost_before;
  return `De ${money(cost_before)} a ${money(cost_after)}: ${more ? `${difference} más, que se suman al costo del cliente` : `${difference} menos`}`;
}
