import { useLocation } from 'react-router';
import { QuickViews } from '#web/kit/ui/overlay/quick-views.tsx';
import styles from './depot.module.css';
import { DEPOT_PATH } from './depot-paths.ts';

const VIEWS = [
  { to: DEPOT_PATH, label: 'Pedidos' },
  { to: `${DEPOT_PATH}/ingresos`, label: 'Ingresos' },
  { to: `${DEPOT_PATH}/conteo`, label: 'Stock y conteo' },
  { to: `${DEPOT_PATH}/devoluciones`, label: 'Devoluciones' },
  { to: `${DEPOT_PATH}/vencimientos`, label: 'Vencimientos' },
];

/** Links to the warehouse's pages. */
export function DepotViews() {
  const { pathname } = useLocation();
  return (
    <div className={styles.views}>
      <QuickViews label="Depósito" views={VIEWS.map((view) => ({ ...view, current: view.to === pathname }))} />
    </div>
  );
}
