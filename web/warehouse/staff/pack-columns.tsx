import type { PackLine } from './pack-lines.ts';
import styles from './warehouse.module.css';

/** The shipment of an item. */
export const shipmentColumn = {
  header: 'Envío',
  cell: ({ shipment_id }: PackLine) => <span className="nowrap">{shipment_id}</span>,
};

export const productColumn = {
  header: 'Producto',
  cell: ({ sku, barcode, description }: PackLine) => (
    <span>
      <b>{sku}</b>
      <span className="row-line">{description}</span>
      {barcode && <span className="row-line muted">{barcode}</span>}
    </span>
  ),
};

/** Packed units of those that were ordered. */
export const packedColumn = {
  header: 'Preparado',
  right: true,
  cell: ({ packed, requested }: PackLine) => (
    <b className={packed === requested ? styles.complete : styles.counter}>
      {packed} de {requested}
    </b>
  ),
};
