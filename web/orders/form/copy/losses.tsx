import { useState } from 'react';
import { MAX_ITEMS, MAX_SHIPMENTS } from '#shared/orders/new-order.ts';
import { MessageDialog } from '#web/kit/ui/overlay/confirm-dialog.tsx';
import type { CopiedOrder, MissingItem } from './copied-order.ts';
import styles from './losses.module.css';

interface CopyLossesProps {
  copied: Omit<CopiedOrder, 'values'>;
  /** Whether the catalogue has more products than the form reads at once, and the others couldn’t be looked up. */
  partial: boolean;
}

function Items({ items }: { items: readonly MissingItem[] }) {
  return (
    <ul className={styles.missing}>
      {items.map(({ shipment, sku, name }) => (
        <li key={`${shipment} ${sku}`}>
          <span className="hyphenated-id">{sku}</span> <span className="muted">{name !== sku && name}</span>
        </li>
      ))}
    </ul>
  );
}

/** Lists what a copied order lacks: items without an active product (D1 §8), and what the form has no place for. */
export default function CopyLosses({ copied: { missing, excess, leftOut }, partial }: CopyLossesProps) {
  const [open, setOpen] = useState(true);
  return (
    <MessageDialog
      open={open}
      onOpenChange={setOpen}
      title={excess.length + leftOut.length > 0 ? 'No copiamos toda la orden' : 'Productos no encontrados'}
    >
      <div className="stack">
        {leftOut.length > 0 && (
          <div>
            <p>
              Una orden lleva hasta {MAX_SHIPMENTS} envíos, y la original tiene {MAX_SHIPMENTS + leftOut.length}.
              Copiamos los primeros; para {leftOut.length === 1 ? 'este' : `estos ${leftOut.length}`} creá otra orden:
            </p>
            <ul className={styles.missing}>
              {leftOut.map((label) => (
                <li key={label} className="hyphenated-id">
                  {label}
                </li>
              ))}
            </ul>
          </div>
        )}
        {excess.length > 0 && (
          <div>
            <p>
              Un envío lleva hasta {MAX_ITEMS} ítems. Copiamos los primeros, y{' '}
              {excess.length === 1 ? 'quedó este afuera' : `quedaron estos ${excess.length} afuera`}:
            </p>
            <Items items={excess} />
          </div>
        )}
        {missing.length > 0 && (
          <div>
            <p>
              {partial
                ? 'Tu catálogo tiene más productos de los que leemos de una vez. Estos no los encontramos entre los primeros, y quedaron fuera de los envíos:'
                : 'Estos productos no están entre los activos y quedaron fuera de los envíos:'}
            </p>
            <Items items={missing} />
            <p className="muted">
              {partial
                ? 'Buscalos con Agregar Ítem, que busca en todo el catálogo.'
                : 'Si hacen falta, crealos con Nuevo Producto y agregalos.'}
            </p>
          </div>
        )}
      </div>
    </MessageDialog>
  );
}
