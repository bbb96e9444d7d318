import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { currentStaff } from '#shared/people/staff-sessions.ts';
import { ErrorBoundary } from '#web/kit/app/error-boundary.tsx';
import { ErrorPage } from '#web/kit/app/error-page.tsx';
import { HistoryRouter } from '#web/kit/app/history-router.tsx';
import { LazyAlerts } from '#web/kit/app/lazy-alerts.tsx';
import { asApiError } from '#web/kit/call/api-error.ts';
import { queryClient, useApiQuery } from '#web/kit/call/queries.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { useStore } from '#web/kit/lib/store.ts';
import { Button } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { RefreshCw } from '#web/kit/ui/display/icons.ts';
import { Spinner } from '#web/kit/ui/display/spinner.tsx';
import { QueuesHome } from '#web/orders/staff/queues/queues-home.tsx';
import { AuthPage } from '#web/people/auth/auth-page.tsx';
import { LoginFrame } from '#web/people/staff/access/login-frame.tsx';
import { isComplete, type Me } from '#web/people/staff/access/me.ts';
import { PASSWORD_PATH, SESSION_PATH } from '#web/people/staff/access/session-path.ts';
import { useLogout } from '#web/people/staff/access/use-logout.ts';
import { ACTIVITY_PATH } from '#web/people/staff/activity/activity-paths.ts';
import { ConsoleLayout } from './console-layout.tsx';
import { keptPerson } from './kit/kept-person.ts';
import { forgetReasons } from './kit/kept-reasons.ts';
import { lazyPage } from './kit/lazy-page.ts';
import { UnknownPage } from './unknown-page.tsx';

// Few pages begin with a login, but a session may end on any of them.
const LoginSteps = lazyWithPreload(() => import('#web/people/staff/access/login-steps.tsx'));
const Invitation = lazy(async () => ({
  default: (await import('#web/people/staff/access/invitation.tsx')).Invitation,
}));
const PasswordRequest = lazy(async () => ({
  default: (await import('#web/people/staff/access/password-request.tsx')).PasswordRequest,
}));
const PasswordReset = lazy(async () => ({
  default: (await import('#web/people/staff/access/password-reset.tsx')).PasswordReset,
}));
const MySession = lazyPage(async () => (await import('#web/people/staff/access/my-session.tsx')).MySession);
const Staff = lazyPage(async () => (await import('#web/people/staff/access/staff.tsx')).Staff);
const SearchPage = lazyPage(async () => (await import('#web/orders/staff/shipments/search-page.tsx')).SearchPage);
const StaffShipmentPage = lazyPage(
  async () => (await import('#web/orders/staff/shipments/shipment-page.tsx')).StaffShipmentPage,
);
const Clients = lazyPage(async () => (await import('#web/people/staff/clients/clients-page.tsx')).ClientsPage);
const Client = lazyPage(async () => (await import('#web/people/staff/clients/client-page.tsx')).ClientPage);
const Events = lazyPage(async () => (await import('#web/orders/staff/events/events-page.tsx')).EventsPage);
const Warehouse = lazyPage(async () => (await import('#web/warehouse/staff/warehouse-pages.tsx')).WarehousePages);
const Charges = lazyPage(async () => (await import('#web/money/staff/charges/charges-page.tsx')).ChargesPage);
const ClientCharges = lazyPage(
  async () => (await import('#web/money/staff/charges/client-charges-page.tsx')).ClientChargesPage,
);
const Activity = lazyPage(async () => (await import('#web/people/staff/activity/activity-page.tsx')).ActivityPage);
const Collections = lazyPage(
  async () => (await import('#web/orders/staff/collections/collections-page.tsx')).CollectionsPage,
);
const Manifest = lazyPage(async () => (await import('#web/orders/staff/collections/manifest-page.tsx')).ManifestPage);
const Settings = lazyPage(async () => (await import('#web/provider/staff/settings/settings-page.tsx')).SettingsPage);
const Tariffs = lazyPage(async () => (await import('#web/money/staff/tariffs/tariffs-page.tsx')).TariffsPage);
const NewTariff = lazyPage(async () => (await import('#web/money/staff/tariffs/new-tariff-page.tsx')).NewTariffPage);
const CompareTariffs = lazyPage(async () => (await import('#web/money/staff/tariffs/compare-page.tsx')).ComparePage);
const QueuePage = lazyPage(async () => (await import('#web/orders/staff/queues/queue-page.tsx')).QueuePage);

/** The pages of the provider's staff. */
export function Console() {
  return (
    <QueryClientProvider client={queryClient}>
      <HistoryRouter>
        <ErrorBoundary fallback={<ErrorPage />}>
          <Suspense fallback={<Spinner />}>
            <Routes>
              <Route path="/invitacion/:token" element={<Invitation />} />
              <Route path={PASSWORD_PATH} element={<PasswordRequest />} />
              <Route path={`${PASSWORD_PATH}/:token`} element={<PasswordReset />} />
              <Route path="/consola/personal" element={<LoggedIn page={(me) => <Staff me={me} />} />} />
              <Route path={SESSION_PATH} element={<LoggedIn page={(me) => <MySession me={me} />} />} />
              <Route path="/consola/buscar" element={<LoggedIn page={(me) => <SearchPage me={me} />} />} />
              <Route path="/consola/envio/:label" element={<LoggedIn page={(me) => <StaffShipmentPage me={me} />} />} />
              <Route path="/consola/clientes" element={<LoggedIn page={(me) => <Clients me={me} />} />} />
              <Route path="/consola/clientes/:client" element={<LoggedIn page={(me) => <Client me={me} />} />} />
              <Route path="/consola/eventos" element={<LoggedIn page={(me) => <Events me={me} />} />} />
              <Route path="/consola/deposito/*" element={<LoggedIn page={(me) => <Warehouse me={me} />} />} />
              <Route path="/consola/tarifas" element={<LoggedIn page={(me) => <Tariffs me={me} />} />} />
              <Route
                path="/consola/tarifas/nueva/:client?"
                element={<LoggedIn page={(me) => <NewTariff me={me} />} />}
              />
              <Route
                path="/consola/tarifas/comparar/:client?"
                element={<LoggedIn page={(me) => <CompareTariffs me={me} />} />}
              />
              <Route path="/consola/cobros" element={<LoggedIn page={(me) => <Charges me={me} />} />} />
              <Route path="/consola/cobros/:client" element={<LoggedIn page={(me) => <ClientCharges me={me} />} />} />
              <Route path={ACTIVITY_PATH} element={<LoggedIn page={(me) => <Activity me={me} />} />} />
              <Route path="/consola/colectas" element={<LoggedIn page={(me) => <Collections me={me} />} />} />
              <Route path="/consola/colectas/:number" element={<LoggedIn page={(me) => <Manifest me={me} />} />} />
              <Route
                path="/consola/configuracion/:section?"
                element={<LoggedIn page={(me) => <Settings me={me} />} />}
              />
              <Route
                path="/consola/colas/:slug/:client?/:subject?"
                element={<LoggedIn page={(me) => <QueuePage me={me} />} />}
              />
              <Route path="/consola/colas" element={<Navigate to="/consola" replace />} />
              <Route path="/consola" element={<LoggedIn page={() => <QueuesHome />} />} />
              <Route path="*" element={<LoggedIn page={() => <UnknownPage />} />} />
            </Routes>
          </Suspense>
          <LazyAlerts />
        </ErrorBoundary>
      </HistoryRouter>
    </QueryClientProvider>
  );
}

/**
 * A page that needs a session: shows the login, or the step that the session lacks, until the session is complete. If a session ends by
 * itself, its page stays below the login with what was typed there.
 */
function LoggedIn({ page }: { page: (me: Me) => ReactNode }) {
  const { data, error, refetch } = useApiQuery(currentStaff);
  const { logOut, pending } = useLogout();
  const kept = useStore(keptPerson);
  const [setupHeld, setSetupHeld] = useState(false);
  const me = data?.results;
  const complete = me && isComplete(me) && !setupHeld ? me : null;
  useEffect(() => {
    if (!complete) return;
    // What another person read isn't shown from the cache.
    const { id } = keptPerson.get() ?? complete;
    if (id !== complete.id) queryClient.removeQueries({ type: 'inactive' });
    keptPerson.set(complete);
    forgetReasons(complete.id);
  }, [complete]);
  const failure = error && asApiError(error);
  if (failure?.code === 'suspended') {
    return (
      <AuthPage title="Acceso suspendido">
        <p>{failure.message}</p>
        <Button wide busy={pending} onClick={logOut}>
          Salir
        </Button>
      </AuthPage>
    );
  }
  if (data === undefined) {
    return (
      <AuthPage title="Consola">
        {failure ? <ErrorState onRetry={() => void refetch()} text={failure.message} /> : <Spinner />}
      </AuthPage>
    );
  }
  const shown = setupHeld || me?.second_factor === 'setup' ? null : (complete ?? kept);
  return (
    <>
      {shown && (
        <ConsoleLayout key={shown.id} me={shown}>
          <Suspense fallback={<Spinner />}>{page(shown)}</Suspense>
        </ConsoleLayout>
      )}
      {!complete && (
        <ErrorBoundary fallback={<LoginNotLoaded />}>
          <Suspense
            fallback={
              !shown && (
                <AuthPage title="Consola">
                  <Spinner />
                </AuthPage>
              )
            }
          >
            <LoginSteps me={me ?? null} setupHeld={setupHeld} onSetupHold={setSetupHeld} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Replaces a login whose code couldn't be fetched. A browser fetches it again only after a reload. */
function LoginNotLoaded() {
  return (
    <LoginFrame
      title="Consola"
      description="Ingresá en otra pestaña y volvé a esta: lo que escribiste sigue acá. Si recargás la página, se pierde."
    >
      <Button wide icon={<RefreshCw />} onClick={() => window.location.reload()}>
        Recargar la página
      </Button>
    </LoginFrame>
  );
}
