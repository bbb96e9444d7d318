import { useWatch } from 'react-hook-form';
import { deliveryModeId, isFulfillmentMode } from '#shared/orders/rules/delivery-modes.ts';
import type { OrderForm } from '#web/orders/form/order-form.ts';
import styles from './mode-note.module.css';

interface ModeNoteProps {
  form: OrderForm;
  reverse: boolean;
}

/** Explains what the chosen delivery mode implies for the order. */
export function ModeNote({ form, reverse }: ModeNoteProps) {
  const mode = deliveryModeId(useWatch({ control: form.rhf.control, name: 'delivery_mode' }));
  if (reverse) {
    return <p className={`${styles.note} muted`}>El modo no se puede cambiar.</p>;
  }
  if (mode === null || !isFulfillmentMode(mode)) return null;
  return (
    <p className={`${styles.note} muted`}>
      Lo preparamos en nuestro depósito: cada envío lleva productos que tengan stock.
    </p>
  );
}
