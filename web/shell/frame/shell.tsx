import { QueryClientProvider, useIsFetching } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { clientInfo } from '#shared/people/account.ts';
import { ErrorBoundary } from '#web/kit/app/error-boundary.tsx';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { call } from '#web/kit/call/api.ts';
import { clearOnUserChange, queryClient } from '#web/kit/call/queries.ts';
import { loadFlags, loadTermsId } from '#web/kit/call/session.ts';
import { readClaims, useClientSession } from '#web/kit/call/session-store.ts';
import { factorSetUp, stepUp } from '#web/kit/call/step-up.ts';
import { COMMAND_KEY, startShortcuts, useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { useLiveUpdates } from '#web/kit/live/use-live-updates.ts';
import { Button, LinkButton } from '#web/kit/ui/button.tsx';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import { Keyboard, LogOut, Plus, RefreshCw, UserRound } from '#web/kit/ui/display/icons.ts';
import { Note } from '#web/kit/ui/display/note.tsx';
import { AppShell } from '#web/kit/ui/layout/app-shell.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import type { MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { paths } from '#web/paths.ts';
import { permissionReason, RoleContext, UnapprovedContext } from '#web/people/user/use-permission-reason.ts';
import { useUser } from '#web/people/user/use-user.ts';
import { ProviderBrand } from '#web/provider/provider-brand.tsx';
import { LOGOUT_ENTRY, menuOf } from './menu.tsx';
import { useConnectionNote } from './use-connection-note.tsx';
import { useDelayedLoading } from './use-delayed-loading.ts';
import { usePalette } from './use-palette.ts';
import { useShortcutsList } from './use-shortcuts-list.tsx';

const OwnStepUp = lazy(() => import('#web/people/second-factor/own-step-up.tsx'));
const SetUpDialog = lazy(() => import('#web/people/second-factor/set-up-dialog.tsx'));
const FactorNotice = lazy(() => import('#web/people/second-factor/factor-notice.tsx'));
const TermsNotice = lazy(() => import('#web/people/terms/terms-notice.tsx'));
const TermsDialog = lazy(() => import('#web/people/terms/terms-dialog.tsx'));

/** Pages with their own button for a new order, and the pages of a new order. */
const WITH_OWN_ACTION: readonly string[] = [paths.orders, paths.newOrder, paths.reverse, paths.newReverse];

interface ShellProps {
  children: ReactNode;
}

/** Replaces the dialog of the terms if its code couldn't be fetched. Goes away once another tab accepts them. */
function TermsNotLoaded() {
  return (
    <Dialog
      open
      locked
      onOpenChange={() => undefined}
      title="Términos y Condiciones de Transporte"
      description="No se pudieron cargar. Aceptalos en otra pestaña y volvé a esta: lo que escribiste sigue acá. Si recargás la página, se pierde."
    >
      <Button wide icon={<RefreshCw />} onClick={() => window.location.reload()}>
        Recargar la página
      </Button>
    </Dialog>
  );
}

/** Maximum delay of a browser timer, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Makes any call: an expired token gets a 401, which ends the session. */
const checkSession = () => void call(clientInfo).catch(() => undefined);

/**
 * Loads missing flags, and detects the expiry of the token even without calls. The local clock may be wrong, so it only
 * decides when to call the server.
 */
function useSessionWatch(): void {
  const { token } = useClientSession();
  useEffect(() => {
    void loadFlags();
    void loadTermsId().catch(() => undefined);
    const expiresAt = (readClaims(token)?.exp ?? 0) * 1_000;
    if (expiresAt === 0) return;
    const isExpired = () => Date.now() >= expiresAt;
    const timer = window.setTimeout(checkSession, Math.min(MAX_TIMER_MS, Math.max(0, expiresAt - Date.now()) + 1_000));
    const checkWhenVisible = () => document.visibilityState === 'visible' && isExpired() && checkSession();
    document.addEventListener('visibilitychange', checkWhenVisible);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', checkWhenVisible);
    };
  }, [token]);
}

/** Focuses the first field of the page's first form. */
function focusFirstFilter(): void {
  document.querySelector<HTMLElement>('main form :is(input, select):not([type=hidden])')?.focus();
}

/** Shortcuts of every page: search, menu pages, new order, first filter, list of shortcuts. */
function useShellShortcuts(menu: readonly MenuEntry[], search: () => void, showList: () => void): void {
  const navigate = useNavigate();
  useEffect(startShortcuts, []);
  useShortcuts([
    { keys: `${COMMAND_KEY} K`, label: 'Buscar', run: search },
    ...menu
      .filter(({ shortcut }) => shortcut)
      .map(({ to, label, shortcut = '' }) => ({ keys: shortcut, label, run: () => void navigate(to) })),
    { keys: 'n', label: 'Nueva Orden', run: () => void navigate(paths.newOrder) },
    { keys: '/', label: 'Ir al primer filtro', run: focusFirstFilter },
    { keys: '?', label: 'Ver los atajos', run: showList },
  ]);
}

function Frame({ children }: ShellProps) {
  const session = useClientSession();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { dialog: shortcuts, showShortcuts } = useShortcutsList();
  const { Palette, typed, open: search, close } = usePalette();
  // Refetches after change events don't show as loading.
  const loading = useDelayedLoading(useIsFetching({ predicate: ({ state }) => !state.isInvalidated }) > 0);
  const offline = useConnectionNote();
  const user = useUser();
  const codeAsked = stepUp.useAsked();
  const setUpAsked = factorSetUp.useAsked();
  const groups = menuOf(session);
  const menu = groups.flat();
  useEffect(clearOnUserChange, []);
  useSessionWatch();
  useLiveUpdates();
  useShellShortcuts(menu, search, showShortcuts);

  return (
    <RoleContext value={user.role}>
      <UnapprovedContext value={user.unapproved}>
        <ProviderBrand>
          <AppShell
            groups={groups}
            last={LOGOUT_ENTRY}
            home={paths.statistics}
            user={user}
            onSearch={search}
            searchKeys={`${COMMAND_KEY} K`}
            loading={loading}
            action={
              !WITH_OWN_ACTION.includes(pathname) && (
                <LinkButton
                  to={paths.newOrder}
                  disabledReason={user.unapproved ?? permissionReason(user.role, 'orders')}
                  icon={<Plus />}
                  kbd="n"
                >
                  Nueva Orden
                </LinkButton>
              )
            }
            strip={
              (offline || user.unapproved || user.factorRequiredFrom || user.termsBindFrom) && (
                <>
                  {offline}
                  {user.unapproved && <Note tone="info">{user.unapproved}</Note>}
                  <ErrorBoundary fallback={null}>
                    <Suspense fallback={null}>
                      {user.factorRequiredFrom && <FactorNotice from={user.factorRequiredFrom} />}
                      {session.termsAccepted && user.termsBindFrom && <TermsNotice bindsFrom={user.termsBindFrom} />}
                    </Suspense>
                  </ErrorBoundary>
                </>
              )
            }
            userMenu={
              <>
                <MenuLink to={paths.account} icon={<UserRound />}>
                  Mi Cuenta
                </MenuLink>
                <MenuItem icon={<Keyboard />} onSelect={showShortcuts}>
                  Atajos de teclado
                </MenuItem>
                <MenuRule />
                <MenuItem icon={<LogOut />} onSelect={() => void navigate(paths.logout)}>
                  Cerrar Sesión
                </MenuItem>
              </>
            }
          >
            {/* Outside of the keyed boundary: the last screen stays until the code of the next one is loaded. */}
            <Suspense fallback={null}>
              <ErrorBoundary key={pathname} fallback={<ErrorState onRetry={() => window.location.reload()} />}>
                {children}
              </ErrorBoundary>
            </Suspense>
          </AppShell>
          {Palette && <Palette menu={menu} typed={typed} showShortcuts={showShortcuts} close={close} />}
          {shortcuts}
          {codeAsked && (
            <LazyDialog onFailure={() => stepUp.answer(false)}>
              <OwnStepUp />
            </LazyDialog>
          )}
          {setUpAsked && (
            <LazyDialog onFailure={() => factorSetUp.answer(false)}>
              <SetUpDialog />
            </LazyDialog>
          )}
          {!session.termsAccepted && !setUpAsked && (
            <LazyDialog notLoaded={<TermsNotLoaded />}>
              <TermsDialog />
            </LazyDialog>
          )}
        </ProviderBrand>
      </UnapprovedContext>
    </RoleContext>
  );
}

/** Menu, top bar and sheet around every screen with a session, and the hooks that run as long as the session. */
export default function Shell(props: ShellProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame {...props} />
    </QueryClientProvider>
  );
}
