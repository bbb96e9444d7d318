import { formatTimestamp } from '#shared/kit/text/format.ts';
import type { OrderDetail } from '#shared/orders/orders.ts';
import { editButton } from '#shared/orders/rules/detail-actions.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { Pencil } from '#web/kit/ui/display/icons.ts';
import { DescriptionList, type DescriptionRow, Panel } from '#web/kit/ui/layout/panel.tsx';
import {
  type AddressParts,
  addressRows,
  mailLink,
  notesRow,
  optional,
  pickupPointRows,
  type Receiver,
  receiverAddress,
} from '#web/orders/description/description-rows.tsx';
import { editedTexts } from '#web/orders/order/edited-fields.ts';
import { modificationState } from '#web/orders/order/modification-state.ts';
import { OrderChanges } from '#web/orders/order/order-changes.tsx';
import { StateBadge } from '#web/orders/order/state-badge.tsx';
import { editOrderPath } from '#web/paths.ts';
import { usePermissionReason } from '#web/people/user/use-permission-reason.ts';
import { isMode, PICKUP_MODE, REVERSE_MODE } from './order-view.ts';

type Modification = NonNullable<OrderDetail['last_modification']>;

/** The last modification request (readings C35): its changes, dates and decision. */
function LastModification({ modification }: { modification: Modification }) {
  const { state, reason, requested_at, decided_at, changes } = modification;
  const facts: DescriptionRow[] = [{ term: 'Pedida', value: formatTimestamp(requested_at) }];
  if (decided_at && decided_at !== requested_at) facts.push({ term: 'Resuelta', value: formatTimestamp(decided_at) });
  if (reason) facts.push({ term: 'Motivo', value: reason });
  return (
    <Panel title="Última modificación" action={<StateBadge state={state} />}>
      <DescriptionList groups={[facts]} />
      <OrderChanges changes={editedTexts(changes ?? [])} />
    </Panel>
  );
}

/** Panels beside the shipments (D1 §2): receiver and collection address; for a reverse order, collection and delivery. */
export function SidePanels({ order }: { order: OrderDetail }) {
  const [first] = order.shippings ?? [];
  const receiver: Receiver = first?.receiver ?? order.receiver ?? {};
  const address: AddressParts = first?.sender_address ?? order.sender_address ?? {};
  const reverse = isMode(order, REVERSE_MODE);
  const point = isMode(order, PICKUP_MODE) ? order.pickup_point : null;
  return (
    <>
      <Panel title={reverse ? 'Datos de retiro' : 'Destinatario'} action={<EditButton order={order} />}>
        <DescriptionList groups={[...receiverGroups(receiver, point?.chosen), ...modificationGroups(order)]} />
      </Panel>
      {order.last_modification && <LastModification modification={order.last_modification} />}
      {point && (
        <Panel title="Punto de retiro">
          <DescriptionList groups={[pickupPointRows(point)]} />
        </Panel>
      )}
      <Panel title={reverse ? 'Dirección de entrega' : 'Dirección de colecta'}>
        <DescriptionList groups={[addressRows(address)]} />
      </Panel>
    </>
  );
}

function EditButton({ order }: { order: OrderDetail }) {
  const refused = usePermissionReason('orders');
  const edit = editButton(order);
  if (edit.show === 'hidden') return null;
  if (edit.show === 'disabled') {
    return (
      <Button size="sm" variant="quiet" icon={<Pencil />} disabledReason={refused ?? edit.tooltip}>
        Editar
      </Button>
    );
  }
  return (
    <LinkButton
      size="sm"
      variant="quiet"
      to={editOrderPath(order.tracking_id)}
      disabledReason={refused}
      icon={<Pencil />}
    >
      Editar
    </LinkButton>
  );
}

/** Returns the state of the last modification request when the gateway sends no details (readings C35). */
function modificationGroups({
  last_modification,
  last_modification_incidence_state: state,
}: OrderDetail): DescriptionRow[][] {
  return state && !last_modification
    ? [[{ term: 'Última modificación', value: <StateBadge state={modificationState(state)} /> }]]
    : [];
}

/** @param isAtPoint whether the address is that of the pickup point, which has a panel of its own */
function receiverGroups(receiver: Receiver, isAtPoint = false): DescriptionRow[][] {
  const full = `${receiver.first_name ?? ''} ${receiver.last_name ?? ''}`.trim();
  return [
    [
      { term: 'Nombre', value: receiver.receiver_name || full },
      { term: 'Email', value: mailLink(receiver.email) },
      { term: 'Teléfono', value: receiver.receiver_phone },
      ...optional('Documento', receiver.document),
    ],
    ...(isAtPoint ? [] : [addressRows(receiverAddress(receiver))]),
    [notesRow(receiver.address_other_info)],
  ];
}
