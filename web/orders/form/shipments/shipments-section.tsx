import { useRef } from 'react';
import type { UseFieldArrayReturn } from 'react-hook-form';
import { MAX_SHIPMENTS } from '#shared/orders/new-order.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { Plus } from '#web/kit/ui/display/icons.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import type { OrderValues } from '#web/orders/form/order-values.ts';
import type { Catalogue } from '#web/orders/product/use-catalogue.ts';
import { ShipmentCard } from './shipment-card.tsx';
import styles from './shipments.module.css';

/** The form's shipments, held by the editor because its shortcuts add to them. */
type Shipments = UseFieldArrayReturn<OrderValues, 'shipments'>;

interface ShipmentsSectionProps {
  form: OrderForm;
  catalogue: Catalogue;
  shipments: Shipments;
  onAdd: () => void;
}

/** The packages of the order, at least one, each with its own items (D1 §2). */
export function ShipmentsSection({ form, catalogue, shipments, onAdd }: ShipmentsSectionProps) {
  const { fields, remove } = shipments;
  const addButton = useRef<HTMLButtonElement>(null);
  function removeShipment(shipment: number) {
    remove(shipment);
    // The pressed button is removed with its card.
    addButton.current?.focus({ preventScroll: true });
  }

  return (
    <>
      {fields.map(({ id }, shipment) => (
        <ShipmentCard
          key={id}
          form={form}
          catalogue={catalogue}
          shipment={shipment}
          onRemove={fields.length > 1 ? () => removeShipment(shipment) : null}
        />
      ))}
      <Button
        ref={addButton}
        className={styles.add}
        icon={<Plus />}
        disabledReason={fields.length >= MAX_SHIPMENTS && `Hasta ${MAX_SHIPMENTS} envíos por orden`}
        onClick={onAdd}
      >
        Agregar Envío
      </Button>
    </>
  );
}
