import type * as z from 'zod/mini';
import type { StreetAddress } from '#shared/address.ts';
import type { OrderDetail } from '#shared/orders.ts';
import type { shippingReceiver } from '#shared/shipments.ts';
import { StateBadge } from '#web/parts/state-badge/state-badge.tsx';
import { editOrderPath } from '#web/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Pencil } from '#web/ui/icons.ts';
import { DescriptionList, type Fact, Panel } from '#web/ui/panel.tsx';
import { ClampedText } from './clamped-text.tsx';
import { isMode, PICKUP_MODE, REVERSE_MODE } from './order-on-screen.ts';

type Receiver = Partial<z.output<typeof shippingReceiver>>;
type SenderAddress = Partial<StreetAddress>;

/** Boxes beside the shipments (D1 §2): who receives and where it is collected, or both ends of a reverse order. */
export function SidePanels({ order }: { order: OrderDetail }) {
  const [first] = order.shippings ?? [];
  const receiver: Receiver = first?.receiver ?? order.receiver ?? {};
  const address: SenderAddress = first?.sender_address ?? order.sender_address ?? {};
  const reverse = isMode(order, REVERSE_MODE);
  const point = isMode(order, PICKUP_MODE) ? order.pickup_point : null;
  return (
    <>
      <Panel
        title={reverse ? 'Datos de retiro' : 'Destinatario'}
        action={
          order.can_request_edit && (
            <LinkButton size="sm" variant="quiet" to={editOrderPath(order.tracking_id)} icon={<Pencil />}>
              Editar
            </LinkButton>
          )
        }
      >
        <DescriptionList groups={[...receiverFacts(receiver), ...modification(order)]} />
      </Panel>
      {point && (
        <Panel title="Punto de retiro">
          <DescriptionList
            groups={[
              [
                { term: 'Código', value: point.code },
                { term: 'Nombre', value: point.name },
                { term: 'Dirección', value: point.address },
              ],
            ]}
          />
        </Panel>
      )}
      <Panel title={reverse ? 'Dirección de entrega' : 'Dirección de colecta'}>
        <DescriptionList groups={[addressFacts(address)]} />
      </Panel>
    </>
  );
}

/** How the last request to change the order stands (readings C35). */
function modification({ last_modification_incidence_state: state }: OrderDetail): Fact[][] {
  return state ? [[{ term: 'Última modificación', value: <StateBadge state={state} /> }]] : [];
}

/** Left out when there is nothing to say; the facts that D1 names stay, with a hyphen. */
const optional = (term: string, value: string | undefined): Fact[] => (value ? [{ term, value }] : []);

function receiverFacts(receiver: Receiver): Fact[][] {
  const full = `${receiver.first_name ?? ''} ${receiver.last_name ?? ''}`.trim();
  const between = [receiver.address_between_1, receiver.address_between_2].filter(Boolean).join(' y ');
  const { email, address_other_info: notes } = receiver;
  return [
    [
      { term: 'Nombre', value: receiver.receiver_name || full },
      { term: 'Email', value: email && <a href={`mailto:${email}`}>{email}</a> },
      { term: 'Teléfono', value: receiver.receiver_phone },
      ...optional('Documento', receiver.document),
    ],
    [
      { term: 'Calle', value: receiver.address_street_name },
      { term: 'Altura', value: receiver.address_street_number },
      { term: 'Piso', value: receiver.address_floor },
      { term: 'Dpto.', value: receiver.address_apartment },
      ...optional('Entre calles', between),
      ...optional('Barrio', receiver.address_neighborhood_name),
      { term: 'Código postal', value: receiver.address_zip_code },
      { term: 'Localidad', value: receiver.address_city },
      { term: 'Provincia', value: receiver.address_state },
    ],
    [{ term: 'Observaciones', value: notes && <ClampedText text={notes} /> }],
  ];
}

function addressFacts(address: SenderAddress): Fact[] {
  return [
    { term: 'Calle', value: address.street_name },
    { term: 'Altura', value: address.street_number },
    ...optional('Piso', address.floor),
    ...optional('Dpto.', address.apartment),
    ...optional('Barrio', address.neighborhood_name),
    { term: 'Código postal', value: address.zip_code },
    { term: 'Localidad', value: address.city },
    { term: 'Provincia', value: address.state },
  ];
}
