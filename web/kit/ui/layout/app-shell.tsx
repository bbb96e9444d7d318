import { type ReactNode, useState } from 'react';
import { IconButton } from '#web/kit/ui/button.tsx';
import { classNames } from '#web/kit/ui/class-names.ts';
import { ChevronDown, MenuIcon, PanelLeft, Search } from '#web/kit/ui/display/icons.ts';
import { ProgressLine } from '#web/kit/ui/display/spinner.tsx';
import { Dialog } from '#web/kit/ui/overlay/dialog.tsx';
import { Menu } from '#web/kit/ui/overlay/menu.tsx';
import entries from '#web/kit/ui/overlay/menu-entries.module.css';
import { type MenuAction, MenuEntries, type MenuEntry } from '#web/kit/ui/overlay/menu-entries.tsx';
import { usePersistedChoice } from '#web/kit/ui/use-persisted-choice.ts';
import styles from './app-shell.module.css';
import { BrandLink } from './brand.tsx';
import { NARROW, PHONE, useMediaQuery } from './media-query.ts';
import { ThemeToggle } from './theme-toggle.tsx';

interface AppShellProps {
  groups: readonly (readonly MenuEntry[])[];
  /** Entries at the bottom of the menu: Cerrar Sesión. */
  last: readonly (MenuEntry | MenuAction)[];
  /** Path that the brand links to. */
  home: string;
  /** Follows the brand's name: 'consola'. */
  part?: string;
  user: { name: string; company: string };
  /** Entries of the user's menu. */
  userMenu: ReactNode;
  /** Opens the search palette; without it there is no search field. */
  onSearch?: () => void;
  /** Shortcut of the search, for display. */
  searchKeys?: string;
  /** A search field instead of the palette's button; on the phone it takes the brand's place. */
  search?: ReactNode;
  /** Main action, on the right of the search: Nueva Orden. Hidden on the phone. */
  action?: ReactNode;
  /** True while data loads: shows a thin line at the top. */
  loading?: boolean;
  /** Notices above the sheet: no connection. */
  strip?: ReactNode;
  children: ReactNode;
}

const MENU_STATES = ['auto', 'open', 'folded'] as const;

/** Menu, top bar and the sheet that contains every screen. */
export function AppShell({
  groups,
  last,
  home,
  part,
  user,
  userMenu,
  onSearch,
  searchKeys,
  search,
  action,
  loading,
  strip,
  children,
}: AppShellProps) {
  const phone = useMediaQuery(PHONE);
  const narrow = useMediaQuery(NARROW);
  const [menu, chooseMenu] = usePersistedChoice<(typeof MENU_STATES)[number]>('menu', MENU_STATES, 'auto');
  const [menuOpen, setMenuOpen] = useState(false);
  const folded = menu === 'auto' ? narrow : menu === 'folded';
  const foldLabel = folded ? 'Desplegar menú' : 'Plegar menú';

  return (
    <>
      <a className={styles.skip} href="#main">
        Ir al contenido
      </a>
      <div className={classNames(styles.app, folded && styles.folded)}>
        {phone ? null : (
          <aside className={styles.sidebar} aria-label="Menú lateral">
            <BrandLink to={home} part={part} folded={folded} className={styles.brand} />
            <MenuEntries groups={groups} last={last} folded={folded}>
              <button
                type="button"
                className={classNames(entries.entry, styles.fold)}
                title={folded ? foldLabel : undefined}
                onClick={() => chooseMenu(folded ? 'open' : 'folded')}
              >
                <PanelLeft />
                <span className={folded ? 'visually-hidden' : undefined}>{foldLabel}</span>
              </button>
            </MenuEntries>
          </aside>
        )}
        <div className={styles.column}>
          <header className={styles.topbar}>
            {phone ? (
              <>
                <IconButton
                  label="Abrir menú"
                  icon={<MenuIcon className="icon-18" />}
                  aria-haspopup="dialog"
                  onClick={() => setMenuOpen(true)}
                />
                {search ?? <BrandLink to={home} />}
                <span className="flex-grow" />
                {onSearch ? (
                  <IconButton label="Buscar" icon={<Search className="icon-18" />} onClick={onSearch} />
                ) : null}
              </>
            ) : (
              <>
                {onSearch ? (
                  <button type="button" className={styles.search} onClick={onSearch}>
                    <Search />
                    <span>Buscar órdenes, envíos, compradores</span>
                    <span className={styles.kbd} aria-hidden="true">
                      {searchKeys}
                    </span>
                  </button>
                ) : null}
                {search}
                <span className="flex-grow" />
                {action}
              </>
            )}
            <ThemeToggle />
            {phone ? null : (
              <Menu
                heading={`${user.name} · ${user.company}`}
                trigger={
                  <button type="button" className={styles.user}>
                    <span className={styles.avatar} aria-hidden="true">
                      {initials(user.name || user.company)}
                    </span>
                    <span className={styles.name}>
                      {user.name}
                      <small>{user.company}</small>
                    </span>
                    <ChevronDown className="icon-14" />
                  </button>
                }
              >
                {userMenu}
              </Menu>
            )}
            <div className={styles.progress}>{loading ? <ProgressLine /> : null}</div>
          </header>
          {strip ? <div className={styles.strip}>{strip}</div> : null}
          <main className={styles.sheet} id="main" tabIndex={-1}>
            {children}
          </main>
        </div>
      </div>
      {phone ? (
        <Dialog
          open={menuOpen}
          onOpenChange={setMenuOpen}
          shape="side"
          title={user.name}
          description={user.company || undefined}
        >
          <MenuEntries groups={groups} last={last} onGo={() => setMenuOpen(false)} />
        </Dialog>
      ) : null}
    </>
  );
}

function initials(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
}
