import { type ComponentType, lazy, type ReactElement, Suspense } from 'react';
import { matchPath, Navigate, Outlet, Route, Routes } from 'react-router';
import Home from '#web/features/home/home.tsx';
import Logout from '#web/features/logout/logout.tsx';
import { preload } from '#web/lib/lazy-with-preload.ts';
import { reloadOnChunkError } from '#web/lib/reload-on-chunk-error.ts';
import { canAccess, type RouteAccess } from '#web/lib/route-access.ts';
import { currentSession, useSession } from '#web/lib/session-store.ts';
import { paths } from '#web/paths.ts';

/** A part whose code is fetched once, when it is first drawn or earlier; what has come is drawn without a fallback. */
function screen<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  let code: ReturnType<typeof load> | undefined;
  const fetch = () => {
    code ??= load().catch(reloadOnChunkError);
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
type PrivateScreen = readonly [path: string, access: RouteAccess, screen: typeof Statistics];

/** The route table of D1 §2 below the shell. */
const PRIVATE_SCREENS: readonly PrivateScreen[] = [
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
const PUBLIC_SCREENS = [
  [paths.passwordRequest, PasswordRequest],
  [paths.passwordReset, PasswordReset],
  [paths.activation, Activation],
] as const;

/**
 * Fetches what an address shows first; never fails, since whoever draws it says what didn't come. Drawn before that, React
 * would put an empty page there, and keep it for three tenths of a second.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  const own = PUBLIC_SCREENS.find(([path]) => matchPath(path, pathname));
  const [, , inner = Statistics] = PRIVATE_SCREENS.find(([path]) => matchPath(path, pathname)) ?? [];
  const parts = own ? [own[1]] : currentSession() ? [Shell, inner] : [Login];
  await Promise.allSettled(parts.map(({ fetch }) => fetch()));
  // A session may end at any moment, and then the login must stand at once.
  preload(loadLogin);
}

/** Lets a visitor no further than the login, and a client without the feature no further than the statistics (D1 §2). */
function RequireAccess({ access, children }: { access: RouteAccess; children: ReactElement }) {
  const session = useSession();
  if (!session) return <Navigate to={paths.login} replace />;
  const open = canAccess(access, session);
  // The flag is being read; the shell around stands already.
  if (open === null) return null;
  return open ? children : <Navigate to={paths.statistics} replace />;
}

/** The shell around every screen that needs a session; without one there is nothing to stand around. */
function AuthenticatedLayout() {
  const session = useSession();
  if (!session) return <Navigate to={paths.login} replace />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** The login's screens: who has a session is sent inside (D1 §2). */
function LoginRoute() {
  return useSession() ? <Navigate to={paths.statistics} replace /> : <Login />;
}

/** Every address of the portal. */
export function AppRoutes() {
  return (
    <Suspense fallback={null}>
      <Routes>
        <Route path={paths.home} element={<Home />} />
        <Route path={paths.login} element={<LoginRoute />} />
        <Route path={paths.logout} element={<Logout />} />
        {PUBLIC_SCREENS.map(([path, Screen]) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
        <Route element={<AuthenticatedLayout />}>
          {PRIVATE_SCREENS.map(([path, access, Screen]) => (
            <Route
              key={path}
              path={path}
              element={
                <RequireAccess access={access}>
                  <Screen />
                </RequireAccess>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
