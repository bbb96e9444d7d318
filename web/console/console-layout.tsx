import { useIsFetching } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { messages } from '#shared/messages.ts';
import { STAFF_ROLE_NAMES, type StaffPermission } from '#shared/rules/staff-permissions.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { ErrorBoundary } from '#web/parts/error-boundary/error-boundary.tsx';
import { ProviderBrand } from '#web/parts/provider-brand.tsx';
import { useConnectionCheck } from '#web/parts/shell/use-connection-check.ts';
import { useDelayedLoading } from '#web/parts/shell/use-delayed-loading.ts';
import { AppShell } from '#web/ui/app-shell.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
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
  WifiOff,
} from '#web/ui/icons.ts';
import { MenuItem, MenuLink, MenuRule } from '#web/ui/menu.tsx';
import type { MenuEntry } from '#web/ui/menu-entries.tsx';
import { Note } from '#web/ui/note.tsx';
import { ACTIVITY_PATH } from './activity/activity-paths.ts';
import styles from './console.module.css';
import type { Me } from './me.ts';
import { SearchField } from './parcels/search-field.tsx';
import { PriceConfirmation } from './price-confirmation.tsx';
import { StaffStepUp } from './staff-step-up.tsx';
import { UndoBar } from './undo/undo-bar.tsx';
import { useLogout } from './use-logout.ts';

const ShortcutsDialog = lazy(() => import('#web/parts/shell/shortcuts-dialog.tsx'));

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

/** Path of the person's own login: password, second factor, devices. */
export const SESSION_PATH = '/consola/sesion';

/** Menu, search and the person, around a page. */
export function ConsoleLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { logOut } = useLogout();
  const reachable = useConnectionCheck();
  // What is read again and again, or after a change, doesn't show as loading.
  const loading = useDelayedLoading(useIsFetching({ predicate: ({ state }) => state.data === undefined }) > 0);
  const [listsShortcuts, setListsShortcuts] = useState(false);
  const groups = PAGES.map((group) => group.filter(({ needs }) => !needs || me.permissions.includes(needs)));
  const showKeys = () => setListsShortcuts(true);
  useShortcuts([{ keys: '?', label: 'Atajos de teclado', run: showKeys }]);
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
        strip={
          !reachable && (
            <Note tone="warn" role="status" icon={<WifiOff />}>
              {messages.offline}
            </Note>
          )
        }
        userMenu={
          <>
            <MenuLink to={SESSION_PATH} icon={<UserRound />}>
              Mi sesión
            </MenuLink>
            <MenuItem icon={<Keyboard />} onSelect={showKeys}>
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
      {listsShortcuts && (
        <Suspense fallback={null}>
          <ShortcutsDialog onClose={() => setListsShortcuts(false)} />
        </Suspense>
      )}
      <StaffStepUp me={me} />
      <PriceConfirmation />
    </ProviderBrand>
  );
}
