import { type ComponentType, lazy, Suspense } from 'react';
import { matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { paths } from '#web/paths.ts';
import type { Capability } from './kit/call/capabilities.ts';
import type { RouteAccess } from './kit/call/route-access.ts';
import { currentSession, useSession } from './kit/call/session-store.ts';
import { preload } from './kit/lib/lazy-with-preload.ts';
import { reloadOnChunkError } from './kit/lib/reload-on-chunk-error.ts';
import Home from './shell/home/home.tsx';
import Logout from './shell/logout.tsx';

/**
 * Creates a lazy component whose code can be loaded ahead with `fetch`. The code is loaded once; a loaded component renders
 * without the Suspense fallback.
 */
function screen<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  let code: ReturnType<typeof load> | undefined;
  const fetch = () => {
    code ??= load().catch(reloadOnChunkError);
    return code;
  };
  return Object.assign(lazy(fetch), { fetch });
}

const Shell = screen(() => import('./shell/frame/shell.tsx'));
const RouteGuard = screen(() => import('./shell/frame/route-guard.tsx'));
const loadLogin = () => import('./people/sender/login/login.tsx');
const Login = screen(loadLogin);
const Activation = screen(() => import('./people/sender/access/activation.tsx'));
const PasswordRequest = screen(() => import('./people/sender/access/password-request.tsx'));
const PasswordReset = screen(() => import('./people/sender/access/password-reset.tsx'));
const StopLink = screen(() => import('./people/sender/access/stop-link.tsx'));
const EmailLink = screen(() => import('./people/sender/access/email-link.tsx'));
const Invitation = screen(() => import('./people/sender/access/invitation.tsx'));
const Statistics = screen(() => import('./orders/sender/statistics/statistics.tsx'));
const Pending = screen(() => import('./orders/sender/pending/pending.tsx'));
const Orders = screen(() => import('./orders/sender/orders/orders.tsx'));
const OrderDetail = screen(() => import('./orders/sender/order-detail/order-detail.tsx'));
const EditOrder = screen(() => import('./orders/sender/edit-order/edit-order.tsx'));
const NewOrder = screen(() => import('./orders/sender/new-order/new-order.tsx'));
const Account = screen(() => import('./people/sender/account/account.tsx'));
const Team = screen(() => import('./people/sender/team/team.tsx'));
const Activity = screen(() => import('./people/sender/activity/activity.tsx'));
const PersonalData = screen(() => import('./people/sender/personal-data/personal-data.tsx'));
const Sessions = screen(() => import('./people/sender/access/sessions.tsx'));
const SecondFactor = screen(() => import('./people/sender/access/second-factor.tsx'));
const ChangeEmail = screen(() => import('./people/sender/access/change-email.tsx'));
const Shipments = screen(() => import('./orders/sender/shipments/shipments.tsx'));
const ShipmentDetail = screen(() => import('./orders/sender/shipment-detail/shipment-detail.tsx'));
const Batches = screen(() => import('./bulk/sender/batches/batches.tsx'));
const BatchDetail = screen(() => import('./bulk/sender/batch-detail/batch-detail.tsx'));
const ReverseOrders = screen(() => import('./orders/sender/reverse-orders/reverse-orders.tsx'));
const NewReverseOrder = screen(() => import('./orders/sender/new-order/new-reverse-order.tsx'));
const Products = screen(() => import('./orders/sender/products/products.tsx'));
const Calculator = screen(() => import('./money/sender/calculator/calculator.tsx'));
const Payments = screen(() => import('./money/sender/payments/payments.tsx'));
const Fulfillment = screen(() => import('./warehouse/sender/fulfillment/fulfillment.tsx'));
const FulfillmentDetail = screen(() => import('./warehouse/sender/fulfillment-detail/fulfillment-detail.tsx'));
const Stock = screen(() => import('./warehouse/sender/stock/stock.tsx'));
const NotFound = screen(() => import('./shell/not-found/not-found.tsx'));

/** A screen that needs a session: its path, its access rule, its component, and what it requires of the gateway. */
type PrivateScreen = readonly [path: string, access: RouteAccess, screen: typeof Statistics, capability?: Capability];

/** The route table of D1 §2 below the shell. */
const PRIVATE_SCREENS: readonly PrivateScreen[] = [
  [paths.statistics, 'login', Statistics],
  [paths.pending, 'login', Pending, 'openItems'],
  [paths.orders, 'login', Orders],
  [paths.newOrder, 'login', NewOrder],
  [paths.editOrder, 'login', EditOrder],
  [paths.orderDetail, 'login', OrderDetail],
  [paths.shipments, 'login', Shipments],
  [paths.shipmentDetail, 'login', ShipmentDetail],
  [paths.bulk, 'login', Batches],
  [paths.bulkDetail, 'login', BatchDetail],
  [paths.reverse, 'reverseLogistics', ReverseOrders],
  [paths.newReverse, 'reverseLogistics', NewReverseOrder],
  [paths.products, 'login', Products],
  [paths.calculator, 'login', Calculator],
  [paths.account, 'login', Account],
  [paths.team, 'login', Team, 'team'],
  [paths.activity, 'login', Activity, 'team'],
  [paths.personalData, 'login', PersonalData, 'personalData'],
  [paths.sessions, 'login', Sessions, 'accountSecurity'],
  [paths.secondFactor, 'login', SecondFactor, 'accountSecurity'],
  [paths.changeEmail, 'login', ChangeEmail, 'accountSecurity'],
  [paths.payments, 'prepaid', Payments],
  [paths.fulfillment, 'fulfillment', Fulfillment],
  [paths.fulfillmentDetail, 'fulfillment', FulfillmentDetail],
  [paths.stock, 'fulfillment', Stock],
];

/** Screens outside the shell, open with or without a session. */
const PUBLIC_SCREENS = [
  [paths.passwordRequest, PasswordRequest],
  [paths.passwordReset, PasswordReset],
  [paths.activation, Activation],
  [paths.invitation, Invitation],
  [paths.emailLink, EmailLink],
  [paths.stopRecovery, StopLink],
  [paths.stopCorrection, StopLink],
] as const;

/**
 * Loads the code of the first screen. Never rejects: a failure shows when the screen renders. Without the preload, React would
 * render the empty Suspense fallback and keep it for 0.3 s.
 */
export async function preloadScreen(pathname: string): Promise<void> {
  const publicScreen = PUBLIC_SCREENS.find(([path]) => matchPath(path, pathname));
  const [, , privateScreen = Statistics] = PRIVATE_SCREENS.find(([path]) => matchPath(path, pathname)) ?? [];
  const parts = publicScreen ? [publicScreen[1]] : currentSession() ? [Shell, RouteGuard, privateScreen] : [Login];
  await Promise.allSettled(parts.map(({ fetch }) => fetch()));
  // The session can end at any moment: the login must then render immediately.
  preload(loadLogin);
}

/** The shell around every screen that needs a session; redirects a visitor to the login. */
function AuthenticatedLayout() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  if (!session) return <Navigate to={paths.login} replace state={{ from: `${pathname}${search}${hash}` }} />;
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}

/** The login. With a session it redirects to the page that asked for the login, else to the statistics (D1 §2). */
function LoginRoute() {
  const { state } = useLocation();
  const { from = paths.statistics } = (state ?? {}) as { from?: string };
  return useSession() ? <Navigate to={from} replace /> : <Login />;
}

/** All routes of the portal. */
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
          {PRIVATE_SCREENS.map(([path, access, Screen, capability]) => (
            <Route
              key={path}
              path={path}
              element={
                <RouteGuard access={access} capability={capability}>
                  <Screen />
                </RouteGuard>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
