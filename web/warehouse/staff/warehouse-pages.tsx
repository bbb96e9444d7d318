import { Route, Routes } from 'react-router';
import { EmptyState } from '#web/kit/ui/display/empty-state.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { WarehouseOrderPage } from './order-page.tsx';
import { WarehouseOrdersPage } from './orders-page.tsx';
import { PickingPage } from './picking-page.tsx';
import { CountsPage } from './receiving/counts-page.tsx';
import { ExpiringPage } from './receiving/expiring-page.tsx';
import { ReceiptsPage } from './receiving/receipts-page.tsx';
import { ReturnsPage } from './receiving/returns-page.tsx';

/** The pages below `/consola/deposito`. */
export function WarehousePages({ me }: { me: Me }) {
  return (
    <Routes>
      <Route index element={<WarehouseOrdersPage me={me} />} />
      <Route path="lista" element={<PickingPage me={me} />} />
      <Route path="ingresos" element={<ReceiptsPage me={me} />} />
      <Route path="conteo" element={<CountsPage me={me} />} />
      <Route path="devoluciones" element={<ReturnsPage me={me} />} />
      <Route path="vencimientos" element={<ExpiringPage />} />
      <Route path="pedido/:client/:id" element={<WarehouseOrderPage me={me} />} />
      <Route path="*" element={<EmptyState title="La página no existe" text="Elegí una en Depósito." />} />
    </Routes>
  );
}
