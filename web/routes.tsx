import { lazy, type ReactElement, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import Activation from '#web/features/activation/activation.tsx';
import Home from '#web/features/home/home.tsx';
import Login from '#web/features/login/login.tsx';
import Logout from '#web/features/logout/logout.tsx';
import { type Gate, opens } from '#web/lib/gates.ts';
import { useSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';

const Shell = lazy(() => import('#web/parts/shell/shell.tsx'));
const PasswordRequest = lazy(() => import('#web/features/password-request/password-request.tsx'));
const PasswordReset = lazy(() => import('#web/features/password-reset/password-reset.tsx'));
const NewOrder = lazy(() => import('#web/features/new-order/new-order.tsx'));
const NotAvailable = lazy(() => import('#web/features/not-available/not-available.tsx'));
const NotFound = lazy(() => import('#web/features/not-available/not-found.tsx'));

/** The route table of D1 §2 below the shell: path, who may open it, what it shows. */
const SCREENS: readonly [path: string, access: Gate, screen: ReactElement][] = [
  [paths.statistics, 'login', <NotAvailable key="statistics" title="Estadísticas" />],
  [paths.orders, 'login', <NotAvailable key="orders" title="Ordenes" />],
  [paths.newOrder, 'login', <NewOrder key="newOrder" />],
  [paths.editOrder, 'login', <NotAvailable key="editOrder" title="Editar Orden" />],
  [paths.orderDetail, 'login', <NotAvailable key="orderDetail" title="Orden" />],
  [paths.shipments, 'login', <NotAvailable key="shipments" title="Envíos" />],
  [paths.shipmentDetail, 'login', <NotAvailable key="shipmentDetail" title="Envío" />],
  [paths.bulk, 'login', <NotAvailable key="bulk" title="Carga Masiva" />],
  [paths.bulkDetail, 'login', <NotAvailable key="bulkDetail" title="Lote" />],
  [paths.reverse, 'logistica_inversa', <NotAvailable key="reverse" title="Logística Inversa" />],
  [paths.newReverse, 'logistica_inversa', <NotAvailable key="newReverse" title="Nueva Orden" />],
  [paths.products, 'login', <NotAvailable key="products" title="Productos" />],
  [paths.calculator, 'login', <NotAvailable key="calculator" title="Calculadora" />],
  [paths.account, 'login', <NotAvailable key="account" title="Mi Cuenta" />],
  [paths.payments, 'prepago', <NotAvailable key="payments" title="Pagos" />],
  [paths.fulfillment, 'fulfillment', <NotAvailable key="fulfillment" title="Pedidos Fulfillment" />],
  [paths.fulfillmentDetail, 'fulfillment', <NotAvailable key="fulfillmentDetail" title="Pedido" />],
  [paths.stock, 'fulfillment', <NotAvailable key="stock" title="Stock" />],
];

/** Lets a visitor no further than the login, and a client without the feature no further than the statistics (D1 §2). */
function Gated({ access, children }: { access: Gate; children: ReactElement }) {
  const session = useSession();
  if (!session) return <Navigate to={paths.login} replace />;
  const open = opens(access, session);
  // The flag is being read; the shell around stands already.
  if (open === null) return null;
  return open ? children : <Navigate to={paths.statistics} replace />;
}

/** The shell around every screen that needs a session; without one there is nothing to stand around. */
function Inside() {
  const session = useSession();
  if (!session) return <Navigate to={paths.login} replace />;
  return (
    <Shell>
      <Suspense fallback={null}>
        <Outlet />
      </Suspense>
    </Shell>
  );
}

/** The login's screens: who has a session is sent inside (D1 §2). */
function Door() {
  return useSession() ? <Navigate to={paths.statistics} replace /> : <Login />;
}

/** Every address of the portal. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.home} element={<Home />} />
        <Route path={paths.login} element={<Door />} />
        <Route path={paths.logout} element={<Logout />} />
        <Route path={paths.passwordRequest} element={<PasswordRequest />} />
        <Route path={paths.passwordReset} element={<PasswordReset />} />
        <Route path={paths.activation} element={<Activation />} />
        <Route element={<Inside />}>
          {SCREENS.map(([path, access, screen]) => (
            <Route key={path} path={path} element={<Gated access={access}>{screen}</Gated>} />
          ))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
