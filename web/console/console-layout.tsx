import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { staffMe } from '#shared/ops/staff-sessions.ts';
import { STAFF_ROLE_NAMES, type StaffPermission, type StaffRole } from '#shared/rules/staff-permissions.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { ProviderBrand } from '#web/parts/provider-brand.tsx';
import { BrandMark, BrandWord } from '#web/ui/brand.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import { ACTIVITY_PATH } from './activity/activity-paths.ts';
import styles from './console.module.css';
import { SearchField } from './parcels/search-field.tsx';
import { PriceConfirmation } from './price-confirmation.tsx';
import { StaffStepUp } from './staff-step-up.tsx';
import { UndoBar } from './undo/undo-bar.tsx';
import { useLogout } from './use-logout.ts';

const ShortcutsDialog = lazy(() => import('#web/parts/shell/shortcuts-dialog.tsx'));

/** The person of a session, whether or not it is complete. */
export type Person = ReplyOf<typeof staffMe>['results'];

/** A person whose session is complete. */
export type Me = Person & { role: StaffRole };

/** Whether a session has its second step. */
export const isComplete = (person: Person): person is Me => person.second_factor === 'done';

interface MenuPage {
  path: string;
  name: string;
  /** Beginning of the addresses of pages below it. */
  below?: string;
  /** Permission without which the menu lacks the page: all of it is of no use then. */
  needs?: StaffPermission;
}

const PAGES: readonly MenuPage[] = [
  { path: '/consola', name: 'Colas', below: '/consola/colas/' },
  { path: '/consola/clientes', name: 'Clientes', below: '/consola/clientes/' },
  { path: '/consola/eventos', name: 'Eventos' },
  { path: '/consola/colectas', name: 'Colectas', below: '/consola/colectas/' },
  { path: '/consola/deposito', name: 'Depósito', below: '/consola/deposito/' },
  { path: '/consola/cobros', name: 'Cobros', below: '/consola/cobros/' },
  { path: ACTIVITY_PATH, name: 'Actividad', needs: 'activity' },
  { path: '/consola/configuracion', name: 'Configuración', below: '/consola/configuracion/' },
  { path: '/consola/personal', name: 'Personal' },
];

/** Path of the person's own login: password, second factor, devices. */
export const SESSION_PATH = '/consola/sesion';

/** Value of `aria-current` of a page's link: its own page, or one below it. */
function currentOf(pathname: string, path: string, below?: string): 'page' | 'true' | undefined {
  if (pathname.replace(/\/$/, '') === path) return 'page';
  return below && pathname.startsWith(below) ? 'true' : undefined;
}

/** Header with the pages, the person and the logout, above a page. */
export function ConsoleLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname } = useLocation();
  const { logOut, pending } = useLogout();
  const [listsShortcuts, setListsShortcuts] = useState(false);
  useShortcuts([{ keys: '?', label: 'Atajos de teclado', run: () => setListsShortcuts(true) }]);
  return (
    <ProviderBrand>
      <header className={styles.header}>
        <span className={styles.brand}>
          <BrandMark />
          <b>
            <BrandWord /> consola
          </b>
        </span>
        <nav aria-label="Consola" className={styles.nav}>
          {PAGES.filter(({ needs }) => !needs || me.permissions.includes(needs)).map(({ path, name, below }) => (
            <Link key={path} to={path} aria-current={currentOf(pathname, path, below)}>
              {name}
            </Link>
          ))}
        </nav>
        <SearchField />
        <Link to={SESSION_PATH} aria-current={currentOf(pathname, SESSION_PATH)} className={styles.person}>
          <span className="visually-hidden">Mi sesión: </span>
          {me.name} <span className="row-line">{STAFF_ROLE_NAMES[me.role]}</span>
        </Link>
        <ThemeToggle />
        <Button size="sm" busy={pending} onClick={logOut}>
          Salir
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
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
