import { useState } from 'react';
import { MessageDialog } from '#web/ui/confirm-dialog.tsx';
import styles from './new-order.module.css';
import type { MissingItem } from './reverse-order.ts';

/** Lists items of the original order without an active product (D1 §8). */
export default function MissingProducts({ items }: { items: readonly MissingItem[] }) {
  const [open, setOpen] = useState(true);
  return (
    <MessageDialog
      open={open}
      onOpenChange={setOpen}
      title="Productos no encontrados"
      message="Estos productos no están entre los activos y quedaron fuera de los envíos:"
      description="Si hacen falta, crealos con Nuevo Producto y agregalos."
    >
      <ul className={styles.missing}>
        {items.map(({ shipment, sku, name }) => (
          <li key={`${shipment} ${sku}`}>
            <span className="hyphenated-id">{sku}</span> <span className="muted">{name !== sku && name}</span>
          </li>
        ))}
      </ul>
    </MessageDialog>
  );
}
