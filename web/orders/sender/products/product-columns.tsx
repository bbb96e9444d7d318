import { EMPTY_VALUE, grams, integer, money } from '#shared/format.ts';
import type { Product } from '#shared/orders/product/products.ts';
import { YesNoBadge } from '#web/orders/order/state-badge.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EditButton, ProductName } from './buttons.tsx';
import styles from './products.module.css';

/** Formats length, height and width: '30 × 12 × 20 cm'. */
const sizes = ({ length, height, width }: Product) => `${[length, height, width].map(integer).join(' × ')} cm`;

/** Columns of the product list (D2 §2, §3). */
export const productColumns = (edit: (product: Product) => void): Column<Product>[] => [
  { id: 'sku', header: 'SKU', skeletonWidth: 84, cell: (product) => <ProductName product={product} edit={edit} /> },
  {
    id: 'description',
    header: 'Descripción',
    skeletonWidth: 180,
    cell: ({ description }) => (
      <span className={styles.text} title={description}>
        {description || EMPTY_VALUE}
      </span>
    ),
  },
  {
    id: 'category',
    header: 'Categoría',
    muted: true,
    skeletonWidth: 110,
    cell: ({ category }) => category?.name || EMPTY_VALUE,
  },
  { id: 'value', header: 'Valor', align: 'right', skeletonWidth: 76, cell: ({ value }) => money(value) },
  { id: 'weight', header: 'Peso', align: 'right', skeletonWidth: 56, cell: ({ weight }) => grams(weight) },
  { id: 'sizes', header: 'Largo × Alto × Ancho', align: 'right', muted: true, skeletonWidth: 96, cell: sizes },
  { id: 'active', header: 'Activo', skeletonWidth: 32, cell: ({ active }) => <YesNoBadge yes={active} /> },
  {
    id: 'actions',
    header: 'Acciones',
    pin: 'right',
    skeletonWidth: 28,
    cell: (product) => <EditButton product={product} edit={edit} />,
  },
];
