import { useLocation } from 'react-router';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import styles from './warehouse.module.css';
import { WAREHOUSE_PATH } from './warehouse-paths.ts';

const VIEWS = [
  { to: WAREHOUSE_PATH, label: 'Pedidos' },
  { to: `${WAREHOUSE_PATH}/ingresos`, label: 'Ingresos' },
  { to: `${WAREHOUSE_PATH}/conteo`, label: 'Stock y conteo' },
  { to: `${WAREHOUSE_PATH}/devoluciones`, label: 'Devoluciones' },
  { to: `${WAREHOUSE_PATH}/vencimientos`, label: 'Vencimientos' },
];

/** Links to the warehouse's pages. */
export function WarehouseViews() {
  const { pathname } = useLocation();
  return (
    <div className={styles.views}>
      <QuickViews label="Depósito" views={VIEWS.map((view) => ({ ...view, current: view.to === pathname }))} />
    </div>
  );
}
