import { Suspense } from 'react';
import type { SenderAddress } from '#shared/people/account.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import { fieldLabel } from '#web/orders/form/order-labels.ts';
import { AddressFields } from '#web/orders/place/address-fields.tsx';
import { paths } from '#web/paths.ts';
import { FormGrid, FormSection } from '#web/ui/layouts.tsx';
import { Link } from '#web/ui/link.tsx';
import { RECEIVER_ADDRESS } from './receiver-address.ts';
import { ReceiverFields } from './receiver-fields.tsx';
import { useMainAddress } from './use-main-address.ts';
import type { OrderPoint } from './use-order-point.ts';

const PointSection = lazyWithPreload(() => import('./point-section.tsx'));

/** Sections of the delivery address, or of the pickup point that the sender chooses, and the receiver. */
export function DeliverySections({ form, point }: { form: OrderForm; point: OrderPoint | null }) {
  return (
    <>
      {point ? (
        <FormSection title="Punto de retiro">
          <Suspense fallback={null}>
            <PointSection form={form} point={point} />
          </Suspense>
        </FormSection>
      ) : (
        <FormSection title="Domicilio de entrega">
          <FormGrid>
            <AddressFields form={form} names={RECEIVER_ADDRESS} pasteLabelOf={fieldLabel} />
          </FormGrid>
        </FormSection>
      )}
      <FormSection title="Datos del destinatario">
        <ReceiverFields form={form} />
      </FormSection>
    </>
  );
}

/** Section of reverse logistics: where and from whom parcels are collected, and where they go (D2 §2). */
export function CollectionSection({ form }: { form: OrderForm }) {
  return (
    <FormSection title="Datos de retiro" lead={<Destination address={useMainAddress()} />}>
      <div className="stack">
        <FormGrid>
          <AddressFields form={form} names={RECEIVER_ADDRESS} pasteLabelOf={fieldLabel} />
        </FormGrid>
        <ReceiverFields form={form} />
      </div>
    </FormSection>
  );
}

const addressText = ({ street_name, street_number, city }: SenderAddress) => `${street_name} ${street_number}, ${city}`;

function Destination({ address }: { address: SenderAddress | null | undefined }) {
  if (address === null) {
    return (
      <>
        Lo retiramos acá. Para saber adónde llevarlo, elegí tu dirección principal en{' '}
        <Link to={paths.account}>Mi Cuenta</Link>.
      </>
    );
  }
  return `Lo retiramos acá y lo llevamos a tu dirección principal${address ? `: ${addressText(address)}` : ''}.`;
}
