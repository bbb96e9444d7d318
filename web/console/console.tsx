import { QueryClientProvider } from '@tanstack/react-query';
import { Route, Routes } from 'react-router';
import { asApiError } from '#web/lib/api-error.ts';
import { LazyAlerts } from '#web/parts/alerts/lazy-alerts.tsx';
import { AuthPage } from '#web/parts/auth/auth-page.tsx';
import { ErrorBoundary } from '#web/parts/error-boundary/error-boundary.tsx';
import { ErrorPage } from '#web/parts/error-boundary/error-page.tsx';
import { HistoryRouter } from '#web/parts/history-router/history-router.tsx';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { CodeStep } from './code-step.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { FactorSetup } from './factor-setup.tsx';
import { Invitation } from './invitation.tsx';
import { Login } from './login.tsx';
import { MySession } from './my-session.tsx';
import { Staff } from './staff.tsx';
import { staffQueries, useStaffSession } from './staff-api.ts';
import { useLogout } from './use-logout.ts';

/** The pages of the provider's staff. */
export function Console() {
  return (
    <QueryClientProvider client={staffQueries}>
      <HistoryRouter>
        <ErrorBoundary fallback={<ErrorPage />}>
          <Routes>
            <Route path="/invitacion/:token" element={<Invitation />} />
            <Route path="/consola/personal" element={<LoggedIn page="staff" />} />
            <Route path="*" element={<LoggedIn page="session" />} />
          </Routes>
          <LazyAlerts />
        </ErrorBoundary>
      </HistoryRouter>
    </QueryClientProvider>
  );
}

/** A page that needs a session: shows the login, or the step that the session lacks, until the session is complete. */
function LoggedIn({ page }: { page: 'staff' | 'session' }) {
  const { data, error, refetch } = useStaffSession();
  const { logOut, pending } = useLogout();
  const failure = error && asApiError(error);
  if (data === null) return <Login />;
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
  if (!data) {
    return (
      <AuthPage title="Consola">
        {failure ? <ErrorState onRetry={() => void refetch()} text={failure.message} /> : <Spinner />}
      </AuthPage>
    );
  }
  const me = data.results;
  if (me.second_factor === 'code') return <CodeStep email={me.email} />;
  if (me.second_factor === 'setup') {
    return (
      <AuthPage title="Tu segundo paso">
        <FactorSetup first />
      </AuthPage>
    );
  }
  return <ConsoleLayout me={me}>{page === 'staff' ? <Staff me={me} /> : <MySession me={me} />}</ConsoleLayout>;
}
