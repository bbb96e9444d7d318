import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { ReplyOf } from '#shared/http/endpoint.ts';
import type { staffMe } from '#shared/ops/staff-sessions.ts';
import { STAFF_ROLE_NAMES } from '#shared/rules/staff-permissions.ts';
import { ProviderBrand } from '#web/parts/provider-brand.tsx';
import { BrandMark, BrandWord } from '#web/ui/brand.tsx';
import { Button } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { ThemeToggle } from '#web/ui/theme-toggle.tsx';
import styles from './console.module.css';
import { useLogout } from './use-logout.ts';

/** The person of the session. */
export type Me = ReplyOf<typeof staffMe>['results'];

const PAGES = [
  { path: '/consola', name: 'Mi sesión' },
  { path: '/consola/personal', name: 'Personal' },
];

/** Header with the pages, the person and the logout, above a page. */
export function ConsoleLayout({ me, children }: { me: Me; children: ReactNode }) {
  const { pathname } = useLocation();
  const { logOut, pending } = useLogout();
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
          {PAGES.map(({ path, name }) => (
            <Link key={path} to={path} aria-current={pathname.replace(/\/$/, '') === path ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <span className={styles.person}>
          {me.name} <span className="muted">{STAFF_ROLE_NAMES[me.role]}</span>
        </span>
        <ThemeToggle />
        <Button size="sm" busy={pending} onClick={logOut}>
          Salir
        </Button>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </ProviderBrand>
  );
}
