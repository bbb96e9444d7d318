import { useIsFetching } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { STAFF_ROLE_NAMES, type StaffPermission } from '#shared/people/rules/staff-permissions.ts';
import { ErrorBoundary } from '#web/kit/app/error-boundary.tsx';
import { LazyDialog } from '#web/kit/app/lazy-dialog.tsx';
import { stepUp } from '#web/kit/call/step-up.ts';
import { lazyWithPreload } from '#web/kit/lib/lazy-with-preload.ts';
import { useShortcuts } from '#web/kit/lib/shortcuts.ts';
import { ErrorState } from '#web/kit/ui/display/empty-state.tsx';
import {
  History,
  IdCard,
  Inbox,
  Keyboard,
  LogOut,
  ScanBarcode,
  Settings,
  Truck,
  UserRound,
  Users,
  Wallet,
  Warehouse,
} from '#web/kit/ui/display/icons.ts';
import { AppShell } from '#web/kit/ui/layout/app-shell.tsx';
import { MenuItem, MenuLink, MenuRule } from '#web/kit/ui/overlay/menu.tsx';
import type { MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { SearchField } from '#web/orders/staff/shipments/search-field.tsx';
import type { Me } from '#web/people/staff/access/me.ts';
import { SESSION_PATH } from '#web/people/staff/access/session-path.ts';
import { useLogout } from '#web/people/staff/access/use-logout.ts';
import { ACTIVITY_PATH } from '#web/people/staff/activity/activity-paths.ts';
import { ProviderBrand } from '#web/provider/provider-brand.tsx';
import { useConnectionNote } from '#web/shell/frame/use-connection-note.tsx';
import { useDelayedLoading } from '#web/shell/frame/use-delayed-loading.ts';
import { useShortcutsList } from '#web/shell/frame/use-shortcuts-list.tsx';
import styles from './kit/console.module.css';
import { PriceConfirmation } from './kit/price-confirmation.tsx';
import { UndoBar } from './undo-bar.tsx';

const StaffStepUp = lazyWithPreload(() => import('#web/people/staff/access/staff-step-up.tsx'));

interface MenuPage extends MenuEntry {
  /** Permission without which the menu lacks the page: all of it is of no use then. */
  needs?: StaffPermission;
}

const PAGES: readonly (readonly MenuPage[])[] = [
  [
    { to: '/consola', below: '/consola/colas', label: 'Colas', icon: <Inbox /> },
    { to: '/consola/clientes', label: 'Clientes', icon: <Users /> },
    { to: '/consola/eventos', label: 'Eventos', icon: <ScanBarcode /> },
    { to: '/consola/colectas', label: 'Colectas', icon: <Truck /> },
    { to: '/consola/deposito', label: 'Depósito', icon: <Warehouse /> },
  ],
  [
    { to: '/consola/cobros', label: 'Cobros', icon: <Wallet />, needs: 'billing' },
    { to: ACTIVITY_PATH, label: 'Actividad', icon: <History />, needs: 'activity' },
  ],
  [
    { to: '/consola/configuracion', label: 'Configuración', icon: <Settings /> },
    { to: '/consola/personal', label: 'Personal', icon: <IdCard /> },
  ],
];

/** Menu, search and the person, around a page. */
export function ConsoleLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { logOut } = useLogout();
  const offline = useConnectionNote();
  // What is read again and again, or after a change, doesn't show as loading.
  const loading = useDelayedLoading(useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0);
  const { dialog: shortcuts, showShortcuts } = useShortcutsList();
  const codeAsked = stepUp.useAsked();
  const groups = PAGES.map((group) => group.filter(({ needs }) => !needs || me.permissions.includes(needs)));
  useShortcuts([{ keys: '?', label: 'Atajos de teclado', run: showShortcuts }]);
  return (
    <ProviderBrand>
      <AppShell
        groups={groups.filter((group) => group.length > 0)}
        last={[
          { to: SESSION_PATH, label: 'Mi sesión', icon: <UserRound /> },
          { label: 'Salir', icon: <LogOut />, run: () => void logOut() },
        ]}
        home="/consola"
        part="consola"
        user={{ name: me.name, company: STAFF_ROLE_NAMES[me.role] }}
        search={<SearchField />}
        loading={loading}
        strip={offline}
        userMenu={
          <>
            <MenuLink to={SESSION_PATH} icon={<UserRound />}>
              Mi sesión
            </MenuLink>
            <MenuItem icon={<Keyboard />} onSelect={showShortcuts}>
              Atajos de teclado
            </MenuItem>
            <MenuRule />
            <MenuItem icon={<LogOut />} onSelect={() => void logOut()}>
              Salir
            </MenuItem>
          </>
        }
      >
        <div className={styles.page}>
          <ErrorBoundary place={pathname + search} fallback={<ErrorState onRetry={() => window.location.reload()} />}>
            {children}
          </ErrorBoundary>
        </div>
      </AppShell>
      <UndoBar />
      {shortcuts}
      {codeAsked && (
        <LazyDialog onFailure={() => stepUp.answer(false)}>
          <StaffStepUp me={me} />
        </LazyDialog>
      )}
      <PriceConfirmation />
    </ProviderBrand>
  );
}
