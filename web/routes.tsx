import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { matchPath, Navigate, Outlet, Route, Routes } from 'react-router';
import Home from '#web/features/home/home.tsx';
import Logout from '#web/features/logout/logout.tsx';
import { type Gate, opens } from '#web/lib/gates.ts';
import { fetchAhead } from '#web/lib/lazy-part.ts';
import { reloadForCode } from '#web/lib/reload-for-code.ts';
import { currentSession, useSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';

/** A part whose code is fetched once, when it is first drawn or earlier; what has come is drawn without a fallback. */
function screen<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  let code: ReturnType<typeof load> | undefined;
  const fetch = () => {
    code ??= load().catch(reloadForCode);
    return code;
  };
  return Object.assign(lazy(fetch), { fetch });
}

const Shell = screen(() => import('#web/parts/shell/shell.tsx'));
const loadLogin = () => import('#web/features/login/login.tsx');
const Login = screen(loadLogin);
const Activation = screen(() => import('#web/features/activation/activation.tsx'));
const PasswordRequest = screen(() => import('#web/features/password-request/password-request.tsx'));
const PasswordReset = screen(() => import('#web/features/password-reset/password-reset.tsx'));
const Statistics = screen(() => import('#web/features/statistics/statistics.tsx'));
const Orders = screen(() => import('#web/features/orders/orders.tsx'));
const OrderDetail = screen(() => import('#web/features/order-detail/order-detail.tsx'));
const EditOrder = screen(() => import('#web/features/edit-order/edit-order.tsx'));
const NewOrder = screen(() => import('#web/features/new-order/new-order.tsx'));
const Account = screen(() => import('#web/features/account/account.tsx'));
const Shipments = screen(() => import('#web/features/shipments/shipments.tsx'));
const ShipmentDetail = screen(() => import('#web/features/shipment-detail/shipment-detail.tsx'));
const BulkUploads = screen(() => import('#web/features/bulk-uploads/bulk-uploads.tsx'));
const BulkUploadDetail = screen(() => import('#web/features/bulk-upload-detail/bulk-upload-detail.tsx'));
const ReverseOrders = screen(() => import('#web/features/reverse-orders/reverse-orders.tsx'));
const NewReverseOrder = screen(() => import('#web/features/new-reverse-order/new-reverse-order.tsx'));
const Products = screen(() => import('#web/features/products/products.tsx'));
const Calculator = screen(() => import('#web/features/calculator/calculator.tsx'));
const Payments = screen(() => import('#web/features/payments/payments.tsx'));
const Fulfillment = screen(() => import('#web/features/fulfillment/fulfillment.tsx'));
const FulfillmentDetail = screen(() => import('#web/features/fulfillment-detail/fulfillment-detail.tsx'));
const Stock = screen(() => import('#web/features/stock/stock.tsx'));
const NotFound = screen(() => import('#web/features/not-found/not-found.tsx'));

/** A screen inside: who may open it, and its code. */
type InnerScreen = readonly [path: string, access: Gate, screen: typeof Statistics];

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

/** Screens that stand on their own, whoever opens them. */
const OPEN = [
  [paths.passwordRequest, PasswordRequest],
  [paths.passwordReset, PasswordReset],
  [paths.activation, Activation],
] as const;

/**
 * Fetches what an address shows first; never fails, since whoever draws it says what didn't come. Drawn before that, React
 * would put an empty page there, and keep it for three tenths of a second.
 */
export async function fetchScreen(pathname: string): Promise<void> {
  const own = OPEN.find(([path]) => matchPath(path, pathname));
  const [, , inner = Statistics] = SCREENS.find(([path]) => matchPath(path, pathname)) ?? [];
  const parts = own ? [own[1]] : currentSession() ? [Shell, inner] : [Login];
  await Promise.allSettled(parts.map(({ fetch }) => fetch()));
  // A session may end at any moment, and then the login must stand at once.
  fetchAhead(loadLogin);
}

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
        {OPEN.map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
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
