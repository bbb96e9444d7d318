import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes } from 'react-router';
import Home from '#web/features/home/home.tsx';
import Logout from '#web/features/logout/logout.tsx';
import { type Gate, opens } from '#web/lib/gates.ts';
import { useSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';

const Shell = lazy(() => import('#web/parts/shell/shell.tsx'));
const Login = lazy(() => import('#web/features/login/login.tsx'));
const Activation = lazy(() => import('#web/features/activation/activation.tsx'));
const PasswordRequest = lazy(() => import('#web/features/password-request/password-request.tsx'));
const PasswordReset = lazy(() => import('#web/features/password-reset/password-reset.tsx'));
const Statistics = lazy(() => import('#web/features/statistics/statistics.tsx'));
const Orders = lazy(() => import('#web/features/orders/orders.tsx'));
const OrderDetail = lazy(() => import('#web/features/order-detail/order-detail.tsx'));
const EditOrder = lazy(() => import('#web/features/edit-order/edit-order.tsx'));
const NewOrder = lazy(() => import('#web/features/new-order/new-order.tsx'));
const Account = lazy(() => import('#web/features/account/account.tsx'));
const Shipments = lazy(() => import('#web/features/shipments/shipments.tsx'));
const ShipmentDetail = lazy(() => import('#web/features/shipment-detail/shipment-detail.tsx'));
const BulkUploads = lazy(() => import('#web/features/bulk-uploads/bulk-uploads.tsx'));
const BulkUploadDetail = lazy(() => import('#web/features/bulk-upload-detail/bulk-upload-detail.tsx'));
const ReverseOrders = lazy(() => import('#web/features/reverse-orders/reverse-orders.tsx'));
const NewReverseOrder = lazy(() => import('#web/features/new-reverse-order/new-reverse-order.tsx'));
const Products = lazy(() => import('#web/features/products/products.tsx'));
const Calculator = lazy(() => import('#web/features/calculator/calculator.tsx'));
const Payments = lazy(() => import('#web/features/payments/payments.tsx'));
const Fulfillment = lazy(() => import('#web/features/fulfillment/fulfillment.tsx'));
const FulfillmentDetail = lazy(() => import('#web/features/fulfillment-detail/fulfillment-detail.tsx'));
const Stock = lazy(() => import('#web/features/stock/stock.tsx'));
const NotFound = lazy(() => import('#web/features/not-found/not-found.tsx'));

/** A screen inside: who may open it, and its code. */
type InnerScreen = readonly [path: string, access: Gate, screen: ComponentType];

/** The route table of D1 §2 below the shell. */
const SCREENS: readonly InnerScreen[] = [
  [paths.statistics, 'login', Statistics],
  [paths.orders, 'login', Orders],
  [paths.newOrder, 'login', NewOrder],
  [paths.editOrder, 'login', EditOrder],
  [paths.orderDetail, 'login', OrderDetail],
  [paths.shipments, 'login', Shipments],
  [paths.shipmentDetail, 'login', ShipmentDetail],
  [paths.bulk, 'login', BulkUploads],
  [paths.bulkDetail, 'login', BulkUploadDetail],
  [paths.reverse, 'logistica_inversa', ReverseOrders],
  [paths.newReverse, 'logistica_inversa', NewReverseOrder],
  [paths.products, 'login', Products],
  [paths.calculator, 'login', Calculator],
  [paths.account, 'login', Account],
  [paths.payments, 'prepago', Payments],
  [paths.fulfillment, 'fulfillment', Fulfillment],
  [paths.fulfillmentDetail, 'fulfillment', FulfillmentDetail],
  [paths.stock, 'fulfillment', Stock],
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
      <Outlet />
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
          {SCREENS.map(([path, access, Screen]) => (
            <Route
              key={path}
              path={path}
              element={
                <Gated access={access}>
                  <Screen />
                </Gated>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
